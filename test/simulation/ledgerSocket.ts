import { Duplex } from 'node:stream'
import type { Process, World } from './world.ts'

const networkMs = { from: 0.2, to: 3 }

/** One connection, as a process holds it: what node-postgres uses of a socket. */
export class LedgerSocket extends Duplex {
  readonly owner: Process
  bytesRead = 0
  bytesWritten = 0
  onArrival: (bytes: Buffer) => void = () => undefined
  /** The server hears that the connection is gone, after all that was sent before. */
  onGone: () => void = () => undefined
  private readonly world: World
  private readonly dial: (socket: LedgerSocket) => void
  private readonly lastMs = { toServer: 0, toClient: 0 }
  private silent: { lateMs: number | null } | undefined
  private isCut = false

  constructor(world: World, owner: Process, dial: (socket: LedgerSocket) => void) {
    super()
    this.world = world
    this.owner = owner
    this.dial = dial
    owner.onDeath.add(this.hangUp)
  }
  connect() {
    this.world.after(this.latencyMs(), undefined, () => this.dial(this))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  tellConnected() {
    this.toClient(() => this.emit('connect'))
  }
  answer(bytes: Buffer) {
    this.toClient(() => {
      this.bytesRead += bytes.length
      this.push(bytes)
    })
  }
  /** By the server: nothing more comes through, in either direction. */
  breakOff(code: string) {
    this.isCut = true
    this.onGone()
    this.fail(code)
  }
  reset(arrives: boolean) {
    if (!arrives) this.isCut = true
    this.hangUp()
    this.fail('ECONNRESET')
  }
  fallSilent(lateMs: number | null) {
    this.silent ??= { lateMs }
  }
  override _read() {}
  override _write(bytes: Buffer, _encoding: unknown, done: () => void) {
    this.bytesWritten += bytes.length
    const copy = Buffer.from(bytes)
    this.toServer(() => this.onArrival(copy))
    done()
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.hangUp()
    done(error)
  }
  override _final(done: () => void) {
    done()
    this.destroy()
  }
  private readonly hangUp = () => {
    this.owner.onDeath.delete(this.hangUp)
    if (this.isCut) this.world.after(0, undefined, () => this.onGone())
    else this.toServer(() => this.onGone())
  }
  private fail(code: string) {
    this.world.after(this.latencyMs(), this.owner, () =>
      this.destroy(Object.assign(new Error(`the connection: ${code}`), { code })),
    )
  }
  private toServer(arrive: () => void) {
    if (this.silent?.lateMs === null) return
    const dueMs = this.world.nowMs() + this.latencyMs() + (this.silent?.lateMs ?? 0)
    this.lastMs.toServer = Math.max(this.lastMs.toServer, dueMs)
    this.world.after(this.lastMs.toServer - this.world.nowMs(), undefined, () => {
      if (!this.isCut) arrive()
    })
  }
  private toClient(arrive: () => void) {
    if (this.silent) return
    this.lastMs.toClient = Math.max(this.lastMs.toClient, this.world.nowMs() + this.latencyMs())
    this.world.after(this.lastMs.toClient - this.world.nowMs(), this.owner, () => {
      if (!this.isCut && !this.destroyed) arrive()
    })
  }
  private latencyMs() {
    const { random } = this.world
    return random.chance(0.01) ? random.between(50, 2_000) : random.between(networkMs.from, networkMs.to)
  }
}
