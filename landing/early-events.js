// Inline script of prerendered pages: redirects by language, sets `data-pays` (`live/account.ts`),
// adds the invitation code to links, and queues actions until the script of the page has loaded.
;(function () {
  var root = document.documentElement
  if (root.hidden) return
  var url = new URL(location.href)
  var query = url.searchParams
  var preferredLang = root.lang.slice(0, 2)
  try {
    if (/^(zh|en)$/.test(query.get('lang')) || url.pathname.startsWith('/en/'))
      localStorage.setItem('lang', preferredLang)
  } catch {}
  query.delete('lang')
  if (preferredLang !== root.dataset.lang) {
    root.hidden = true
    try {
      if (window.urlSession) sessionStorage.setItem('urlSession', JSON.stringify(window.urlSession))
    } catch {}
    url.pathname = preferredLang === 'en' ? '/en' + url.pathname : url.pathname.slice(3)
    return location.replace(url)
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url)
  root.dataset.script = ''
  try {
    var user = JSON.parse(sessionStorage.getItem('userInfo'))
    if (user.parentUserId) root.dataset.pays = 'sub'
    // 1: `businessLimits.freeTest.groupId`.
    else if (user.memberGroupId && user.memberGroupId != 1) root.dataset.pays = 'main'
  } catch {}
  var code = query.get('inviteCode')
  window.queuedActions = []
  function addInviteCode(event) {
    var link = event.target.closest('a[href^="/"]')
    if (!link || !code) return
    var to = new URL(link.href)
    to.searchParams.set('inviteCode', code)
    link.href = to.href
  }
  function queueAction(event) {
    var element = event.target.closest('[data-act]')
    if (window.queuedActions.live || !element) return
    if (event.type === 'submit') event.preventDefault()
    if (element.tagName === (event.type === 'submit' ? 'FORM' : 'BUTTON'))
      window.queuedActions.push(element)
  }
  for (var linkEvent of ['click', 'auxclick', 'contextmenu'])
    addEventListener(linkEvent, addInviteCode, true)
  for (var actionEvent of ['click', 'submit']) addEventListener(actionEvent, queueAction, true)
})()
