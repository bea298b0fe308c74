// Runs before the first paint: takes a session out of the address, and sets the language, the theme and the shape of the skeleton.
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
  // The session of the desktop client's link leaves the address before anything else loads. Nothing is stored: src/client/url-session.ts verifies it first.
  var query = url.searchParams
  if (query.has('t') && query.has('u')) {
    if (query.get('t') && query.get('u')) window.urlSession = { sk: query.get('t'), userId: query.get('u') }
    query.delete('t')
    query.delete('u')
    try {
      history.replaceState(history.state, '', url)
    } catch {}
  }
  // landing/first.js carries it over to the page in the other language.
  var carried = read('sessionStorage', 'urlSession')
  if (carried) {
    sessionStorage.removeItem('urlSession')
    window.urlSession = window.urlSession || JSON.parse(carried)
  }
  var asked = [url.searchParams.get('lang'), url.pathname.split('/')[1], read('localStorage', 'lang')]
  var lang = asked.filter(function (it) {
    return it === 'zh' || it === 'en'
  })[0]
  root.lang = lang === 'en' ? 'en-US' : 'zh-CN'
  var theme = read('localStorage', 'theme')
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  var signedIn = (read('sessionStorage', 'sk') && read('sessionStorage', 'userId')) || read('localStorage', 'sessionOpen')
  root.toggleAttribute('data-signed-in', !!signedIn)
  var inConsole = /^(\/(zh|en))?\/(User(Center|WorkSpace)|userCenter)/.test(url.pathname)
  var atLogin = /^(\/(zh|en))?\/login\/?$/.test(url.pathname)
  root.dataset.page = inConsole && (signedIn || window.urlSession) ? 'console' : inConsole || atLogin ? 'login' : 'home'
})()
