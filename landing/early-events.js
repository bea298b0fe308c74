// Inline script of prerendered pages: redirects by language, queues events until scripts load.
;(function () {
  var root = document.documentElement
  if (root.hidden) return
  var url = new URL(location.href)
  var query = url.searchParams
  var wanted = root.lang.slice(0, 2)
  try {
    if (/^(zh|en)$/.test(query.get('lang')) || url.pathname.startsWith('/en/'))
      localStorage.setItem('lang', wanted)
  } catch {}
  query.delete('lang')
  if (wanted !== root.dataset.speaks) {
    root.hidden = true
    try {
      if (window.urlSession) sessionStorage.setItem('urlSession', JSON.stringify(window.urlSession))
    } catch {}
    url.pathname = wanted === 'en' ? '/en' + url.pathname : url.pathname.slice(3)
    return location.replace(url)
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url)
  root.dataset.script = ''
  try {
    var user = JSON.parse(sessionStorage.getItem('userInfo'))
    if (user.parentUserId) root.dataset.pays = 'sub'
    else if (user.memberGroupId && user.memberGroupId != 1) root.dataset.pays = 'main'
  } catch {}
  var code = query.get('inviteCode')
  window.held = []
  function invite(event) {
    var link = event.target.closest('a[href^="/"]')
    if (!link || !code) return
    var to = new URL(link.href)
    to.searchParams.set('inviteCode', code)
    link.href = to.href
  }
  function keep(event) {
    var by = event.target.closest('[data-act]')
    if (window.held.live || !by) return
    if (event.type === 'submit') event.preventDefault()
    if (by.tagName === (event.type === 'submit' ? 'FORM' : 'BUTTON')) window.held.push(by)
  }
  for (var type of ['click', 'auxclick', 'contextmenu']) addEventListener(type, invite, true)
  for (var kind of ['click', 'submit']) addEventListener(kind, keep, true)
})()
