/** The languages that payrun speaks. */
export const languages = ['en', 'fr'] as const

export type Language = (typeof languages)[number]

/** The language of a POSIX locale (`fr_SN.UTF-8`, `fr`, `C`); undefined where payrun doesn't speak it. */
export function languageOfLocale(locale: string): Language | undefined {
  const [code = ''] = locale.toLowerCase().split(/[_.@-]/)
  return languages.find((language) => language === code)
}
