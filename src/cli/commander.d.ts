/**
 * Commander, with the types of a command's arguments and options read from its definition. Types only: what runs is commander
 * itself, and help loads nothing more for it.
 */
declare module 'commander' {
  export * from '@commander-js/extra-typings'
}
