/** The most characters of a file's name. */
const most = 80

/**
 * The value of Content-Disposition for a file that people keep: `Paie d'octobre – c6r75pfh8j.xlsx`. Older clients read the first name, in
 * ASCII (RFC 6266; RFC 5987 for the second).
 *
 * @param name as somebody typed it, perhaps the name of a file; it is shortened if need be
 * @param end what has to stay whole, such as a batch's id
 */
export function attachment(name: string, end: string, extension: string): string {
  const room = most - [...` – ${end}.${extension}`].length
  const start = [...plain(name)].slice(0, room).join('').trim()
  const file = `${start === '' ? '' : `${start} – `}${end}.${extension}`
  return `attachment; filename="${asciiOf(file)}"; filename*=UTF-8''${extValue(file)}`
}

/** Without what no file name may have anywhere: paths, wildcards, invisible marks, dots at its beginning, the ending of the file it was. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[/\\:*?"<>|%]/g, '-')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/^[\s.-]+/, '')
    .replace(/\.(csv|tsv|txt|xlsx|xlsm|xls|ods|json|ndjson|xml)$/i, '')

const asciiOf = (file: string): string =>
  file
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[–—]/g, '-')
    .replaceAll('’', "'")
    .replaceAll(/[^\w .,'()+-]+/g, '_')

const extValue = (file: string): string =>
  encodeURIComponent(file).replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
