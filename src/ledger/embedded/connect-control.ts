import { connect, type Socket } from 'node:net'

type ConnectOptions = {
  /** Whether waiting for the answer keeps this process alive. */
  ref: boolean
  timeoutMs: number
}

/**
 * Connects to a supervisor and waits until it says that its server takes connections. Null when there is no supervisor,
 * or when it is just leaving (then the connection ends without a word). The socket never keeps the process alive.
 */
export function connectControl(path: string, { ref, timeoutMs }: ConnectOptions): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    if (!ref) socket.unref()
    socket.setTimeout(timeoutMs, () => socket.destroy())
    socket.on('error', () => {})
    const nobody = () => resolve(null)
    socket.once('close', nobody)
    socket.once('data', () => {
      socket.off('close', nobody)
      socket.setTimeout(0)
      socket.unref()
      socket.resume()
      resolve(socket)
    })
  })
}
