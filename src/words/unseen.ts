/** Marks that change the direction of what follows, or can't be seen at all, and control characters but for tabs and line ends. */
export const unseen = /(?![\t\n\r])\p{Cc}|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A text as pages show it: each of these marks is U+FFFD. */
export const withMarksShown = (text: string): string => text.replaceAll(unseen, '\ufffd')
