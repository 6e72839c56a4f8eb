/** A folder for the sandbox's state that can't be used as it is; the message is for people. */
export class StateFolderError extends Error {}
