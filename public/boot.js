// Runs before the first paint: takes over a session handed over in the address, and sets the language, the theme and the shape of the skeleton.
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
  var sk = url.searchParams.get('t')
  var userId = url.searchParams.get('u')
  if (sk && userId) {
    try {
      sessionStorage.removeItem('userInfo')
      sessionStorage.setItem('sk', sk)
      sessionStorage.setItem('userId', userId)
      url.searchParams.delete('t')
      url.searchParams.delete('u')
      history.replaceState(history.state, '', url)
      root.dataset.handedOver = ''
    } catch {}
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
  root.dataset.page = inConsole && signedIn ? 'console' : inConsole || atLogin ? 'login' : 'home'
})()
