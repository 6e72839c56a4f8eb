/**
 * Commander, with the types of arguments and options inferred from a command's definition. Types only: at run time it is plain
 * commander, and nothing more is loaded.
 */
declare module 'commander' {
  export * from '@commander-js/extra-typings'
}
