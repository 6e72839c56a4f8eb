// What JavaScript adds to pages that work without it. No framework, nothing built.

/** A part with `data-live` is fetched again every two seconds while somebody looks at it, until the page says that it is over. */
const live = document.querySelector('[data-live]')
const lost = document.querySelector('[data-lost]')
const everyMs = 2000
/** A desk that fell silent is asked again. */
const answersWithinMs = 15_000

async function refresh() {
  const answer = await fetch(location.href, {
    headers: { 'x-payrun-part': 'live' },
    cache: 'no-store',
    signal: AbortSignal.timeout(answersWithinMs),
  })
  if (answer.status === 401) return location.reload()
  lost.hidden = answer.status < 500
  if (!answer.ok) return again()
  const text = await answer.text()
  if (text !== live.innerHTML && !isInUse(live)) put(live, text)
  if (answer.headers.get('x-payrun-over') !== 'true') return again()
  // What is not live, such as the rows below, is of before. Nobody loses what they have typed or marked.
  if (!isInUse(document.body) && !hasTyped()) await putWhole()
}

/** Somebody marks a text in it, or writes into a field. */
function isInUse(part) {
  const selection = getSelection()
  const marks = selection !== null && !selection.isCollapsed && part.contains(selection.anchorNode)
  return marks || part.contains(document.activeElement?.closest('input, select, textarea') ?? null)
}

/** Somebody has changed a field of the page. */
const hasTyped = () =>
  [...document.querySelectorAll('input, textarea')].some((field) => field.value !== field.defaultValue)

/** What had the focus has it again, if it has a name. */
function put(part, text) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null
  const place =
    focused &&
    (focused.id ? `#${CSS.escape(focused.id)}` : `[href="${CSS.escape(focused.getAttribute('href') ?? '')}"]`)
  part.innerHTML = text
  if (place) part.querySelector(place)?.focus({ preventScroll: true })
}

async function putWhole() {
  const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  put(document.querySelector('main'), page.querySelector('main').innerHTML)
}

function again() {
  setTimeout(() => (document.hidden ? again() : refresh().catch(tellAndTryAgain)), everyMs)
}

/** No answer: the desk is stopped or out of reach, and what stands here grows old. */
function tellAndTryAgain() {
  lost.hidden = false
  again()
}

if (live) again()

/** The server can't know in which time zone its reader is. Older browsers have no cookieStore, and times are in UTC there. */
const value = Intl.DateTimeFormat().resolvedOptions().timeZone
if (value)
  globalThis.cookieStore?.set({ name: 'payrun_zone', value, sameSite: 'strict', expires: Date.now() + 31_536_000_000 })
