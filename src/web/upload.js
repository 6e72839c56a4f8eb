// What JavaScript adds to the form that uploads a file: dropping it anywhere on the form, and how far it has come.

const form = document.querySelector('[data-upload]')
if (form) enhance(form)

function enhance(form) {
  const input = form.querySelector('input[type="file"]')
  form.querySelector('.drop-here').hidden = false
  // A file that misses the form would be opened in the place of the page.
  for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault())
  form.addEventListener('dragover', () => form.classList.add('over'))
  form.addEventListener('dragleave', (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove('over')
  })
  form.addEventListener('drop', (event) => {
    form.classList.remove('over')
    if (event.dataTransfer.files.length === 0 || form.dataset.upload === 'busy') return
    input.files = event.dataTransfer.files
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.dataset.upload !== 'busy') send(form)
  })
}

function send(form) {
  const state = form.querySelector('.upload-state')
  const [bar, said, button] = ['progress', '[role="status"]', 'button'].map((each) => form.querySelector(each))
  const say = (text) => {
    said.textContent = text
  }
  const end = (text) => {
    form.dataset.upload = ''
    button.disabled = false
    bar.hidden = true
    say(text)
  }
  form.dataset.upload = 'busy'
  button.disabled = true
  state.hidden = false
  bar.hidden = false
  say(said.dataset.uploading)
  const request = new XMLHttpRequest()
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = total > 0 ? (100 * loaded) / total : 0
  }
  request.upload.onload = () => say(said.dataset.checking)
  request.onerror = () => end(said.dataset.broken)
  request.onload = () => {
    const draft = request.getResponseHeader('x-payrun-to')
    if (draft) return location.assign(draft)
    // Signed out meanwhile: one is told why one signs in again, and comes back. Browsers give no file to the next page.
    const here = new URL(form.action)
    const to = encodeURIComponent(here.pathname + here.search)
    if (request.status === 401) return location.assign(`/sign-in?signed=ended&to=${to}`)
    const page = new DOMParser().parseFromString(request.responseText, 'text/html')
    // One selector for both would find the page's introduction, which stands above the form.
    const why = page.querySelector('.problem') ?? page.querySelector('main p')
    end(why ? why.textContent : said.dataset.broken)
  }
  request.open('POST', form.action)
  request.setRequestHeader('x-payrun-part', 'upload')
  request.send(new FormData(form))
}
