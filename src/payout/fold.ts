/**
 * The form in which names typed by people are compared: case, accents, spaces and punctuation do not matter, so
 * `Côte d'Ivoire`, `COTE D IVOIRE` and `cote_d-ivoire` are one. Digits and letters of any script stay.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
