/** The sentences of a language, by their English key (`keyOf` in t.ts): `{1}` is the first value of the sentence. */
export type Catalogue = Readonly<Record<string, string>>
