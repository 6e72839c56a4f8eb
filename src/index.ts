/**
 * payrun from your own code: what `payrun/client` has, by the package's name. Everything here is kept stable; nothing else of
 * the package is meant to be imported.
 */

export * from './client.ts'
