// Runs before the first paint: takes a session out of the address, leads an invited visitor to registration once, and sets language, theme and skeleton.
;(function () {
  var root = document.documentElement
  var url = new URL(location.href)
  function read(storage, key) {
    try {
      return window[storage].getItem(key)
    } catch {
      return null
    }
  }
  function atRegister(at) {
    return (
      /^(\/(zh|en))?\/login\/?$/.test(at.pathname) && (at.searchParams.get('type') || '2') === '2'
    )
  }
  // A console page is where one goes afterwards; a language named by the address is kept.
  function registerAddress(inviteCode) {
    var to = new URLSearchParams({ type: '2', inviteCode: inviteCode })
    if (/^(\/(zh|en))?\/(User(Center|WorkSpace)|userCenter|freeTest)/.test(url.pathname))
      to.set('to', url.pathname)
    if (asked[0] || asked[1] === 'en' || asked[1] === 'zh')
      to.set('lang', lang === 'en' ? 'en' : 'zh')
    return '/login?' + to
  }
  // The operators' console, and support in a customer's account, have sessions of their own, never that of a link.
  var isOperator = /^\/operator(\/|$)/.test(url.pathname)
  var scope = isOperator ? 'operator.' : read('sessionStorage', 'scope') || ''
  // The session of the desktop client's link leaves the address before anything else loads. Nothing is stored: src/client/session/url-session.ts verifies it first.
  var query = url.searchParams
  if (query.has('t') && query.has('u')) {
    if (query.get('t') && query.get('u'))
      window.urlSession = { sk: query.get('t'), userId: query.get('u') }
    query.delete('t')
    query.delete('u')
    try {
      history.replaceState(history.state, '', url)
    } catch {}
  }
  // landing/early-events.js carries it over to the page in the other language.
  var carried = read('sessionStorage', 'urlSession')
  if (carried) {
    try {
      sessionStorage.removeItem('urlSession')
      var session = JSON.parse(carried)
      if (session && typeof session.sk === 'string' && typeof session.userId === 'string')
        window.urlSession = window.urlSession || { sk: session.sk, userId: session.userId }
    } catch {}
  }
  if (scope) window.urlSession = undefined
  var asked = [
    url.searchParams.get('lang'),
    url.pathname.split('/')[1],
    read('localStorage', 'lang'),
  ]
  var lang = asked.filter(function (it) {
    return it === 'zh' || it === 'en'
  })[0]
  root.lang = lang === 'en' ? 'en-US' : 'zh-CN'
  var theme = read('localStorage', 'theme')
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  var signedIn =
    (read('sessionStorage', scope + 'sk') && read('sessionStorage', scope + 'userId')) ||
    read('localStorage', scope + 'sessionOpen')
  root.toggleAttribute('data-signed-in', !!signedIn)
  var code = url.searchParams.get('inviteCode')
  if (
    code &&
    !signedIn &&
    !window.urlSession &&
    read('localStorage', 'invitedBy') !== code.toLowerCase()
  ) {
    var leads = false
    try {
      localStorage.setItem('invitedBy', code.toLowerCase())
      leads = !atRegister(url)
    } catch {}
    if (leads) {
      root.hidden = true
      return location.replace(registerAddress(code))
    }
  }
  var inConsole =
    isOperator || /^(\/(zh|en))?\/(User(Center|WorkSpace)|userCenter)/.test(url.pathname)
  var atLogin = /^(\/(zh|en))?\/login\/?$/.test(url.pathname)
  root.dataset.page =
    inConsole && (signedIn || window.urlSession)
      ? 'console'
      : isOperator
        ? 'operator'
        : inConsole || atLogin
          ? 'login'
          : 'home'
})()
