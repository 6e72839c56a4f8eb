/**
 * payrun for your own code: everything in `payrun/client`, under the package's name. All of it is kept stable. Don't import anything
 * else from the package.
 */

export * from './client.ts'
