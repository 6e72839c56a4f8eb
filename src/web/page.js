// What JavaScript adds to pages that work without it. No framework, nothing built.

/** Parts with `data-live` are fetched again every two seconds while somebody looks at them; less often once the page says that it is over, since people may still change it. */
const findLive = () => new Map([...document.querySelectorAll('[data-live]')].map((part) => [part.dataset.live, part]))
let live = findLive()
let lost = document.querySelector('[data-lost]')
const [everyMs, everyMsOfOver] = [2000, 10_000]
/** A desk that fell silent is asked again. */
const answersWithinMs = 15_000
/** What names each part as it stands here: only others are sent. */
const tags = new Map()

/** What was just done is told of the state that it led to: "Payment begins" no longer holds above a batch that is paused by now. */
const stateNow = () => document.querySelector('[data-state]')?.dataset.state
const stateAtFirst = stateNow()
/** The state that all of the page is of, with what is not live, and whether that has had another one since. */
let stateOfWhole = stateAtFirst
let isOld = false

async function refresh() {
  const known = [...tags.values()].map((tag) => `"${tag}"`).join(', ')
  const answer = await fetch(location.href, {
    headers: { 'x-payrun-part': 'live', ...(known && { 'if-none-match': known }) },
    cache: 'no-store',
    signal: AbortSignal.timeout(answersWithinMs),
  })
  if (answer.status === 401) return location.reload()
  lost.hidden = answer.status < 500
  const isWhole = !answer.ok || putParts(await answer.text())
  if (stateNow() !== stateAtFirst) document.querySelector('[data-said]')?.remove()
  tellState()
  isOld ||= stateNow() !== stateOfWhole
  if (answer.headers.get('x-payrun-over') !== 'true' || !isWhole) return again()
  // What is not live is of before. Nobody loses what they have typed or marked.
  if (isOld && !isInUse(document.body) && !hasTyped(document.body)) await putWhole()
  if (live.size > 0) again(everyMsOfOver)
}

/** Those who can't see it hear of a new state, and not of each figure. */
let stateTold = stateAtFirst
function tellState() {
  if (stateNow() === stateTold) return
  stateTold = stateNow()
  document.querySelector('[data-tells]').textContent = document.querySelector('[data-state]')?.textContent ?? ''
}

/** One that somebody works in stays as it is, and has its turn later. @returns whether none did */
function putParts(text) {
  const came = document.createElement('template')
  came.innerHTML = text
  let isWhole = true
  for (const { dataset, innerHTML } of came.content.children) {
    const part = live.get(dataset.live)
    if (!part) continue
    const differs = part.innerHTML !== innerHTML
    if (differs && (isInUse(part) || hasTyped(part))) {
      isWhole = false
      continue
    }
    if (differs) put(part, innerHTML)
    tags.set(dataset.live, dataset.tag)
  }
  return isWhole
}

/** Somebody marks a text in it, or writes into a field. */
function isInUse(part) {
  const selection = getSelection()
  const marks = selection !== null && !selection.isCollapsed && part.contains(selection.anchorNode)
  return marks || part.contains(document.activeElement?.closest('input, select, textarea') ?? null)
}

/** Somebody has changed a field of it. */
const hasTyped = (part) => [...part.querySelectorAll('input, textarea, select')].some(isTyped)

function isTyped(field) {
  if (field.localName === 'select') {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(0, first)
  }
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue
}

/** What had the focus has it again, in what came in its place; where nothing did, the part has it. */
function put(part, text) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null
  const name = focused && nameOf(focused)
  const nth = focused && [...part.querySelectorAll(name)].indexOf(focused)
  part.innerHTML = text
  if (!focused) return
  part.querySelectorAll(name)[nth]?.focus({ preventScroll: true })
  if (part.contains(document.activeElement)) return
  part.tabIndex = -1
  part.focus({ preventScroll: true })
}

function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`
  const [of, attribute] = element.form ? [element.form, 'action'] : [element, 'href']
  const place = of.getAttribute(attribute)
  const own = place === null ? '' : `[${attribute}="${CSS.escape(place)}"]`
  return of === element ? `${element.localName}${own}` : `form${own} ${element.localName}`
}

async function putWhole() {
  const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  put(document.querySelector('main'), page.querySelector('main').innerHTML)
  stateOfWhole = stateNow()
  isOld = false
  live = findLive()
  lost = document.querySelector('[data-lost]')
}

function again(inMs = everyMs) {
  setTimeout(() => (document.hidden ? again() : refresh().catch(tellAndTryAgain)), inMs)
}

/** No answer: the desk is stopped or out of reach, and what stands here grows old. */
function tellAndTryAgain() {
  lost.hidden = false
  again()
}

if (live.size > 0) again()

/** The server can't know in which time zone its reader is. Older browsers have no cookieStore, and times are in UTC there. */
const value = Intl.DateTimeFormat().resolvedOptions().timeZone
if (value)
  globalThis.cookieStore?.set({ name: 'payrun_zone', value, sameSite: 'strict', expires: Date.now() + 31_536_000_000 })

/** A button that is pressed twice sends its form once. */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (event.defaultPrevented || form.method !== 'post') return
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = 'yes'
  // What comes may be a file, and the page stays.
  setTimeout(() => delete form.dataset.sent, 2_000)
})
