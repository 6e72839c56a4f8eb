import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../harness/ownPostgres.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'
import { openScene, type Scene } from './scene.ts'

/** Register the hooks of a file of fault tests: `here.scene` and `here.provider` are new for each test. */
export function setUpScenes(): { scene: Scene; provider: CountingProvider } {
  let postgres: TestPostgres
  const here = {} as { scene: Scene; provider: CountingProvider }
  beforeAll(async () => {
    postgres = await startTestPostgres()
  })
  afterAll(() => postgres.stop())
  beforeEach(async () => {
    here.provider = await startProvider()
    here.provider.answer = succeed
    const scene = openScene((await postgres.createLedger()).url, here.provider)
    here.scene = scene
    return async () => {
      await here.provider.close()
      await scene.remove()
    }
  })
  return here
}

/** A scene on a Postgres of its own, whose data folder a test copies and puts back. */
export interface PutBackScene {
  scene: Scene
  provider: CountingProvider
  postgres: OwnPostgres
  /** A copy of the data folder as it is now. */
  coldCopy(): Promise<string>
  putBack(copy: string): Promise<void>
}

/** Register the hooks of a file: one server, which is put back to its first day before each test. */
export function setUpPutBack(): PutBackScene {
  let postgres: OwnPostgres
  let firstDay: string
  const coldCopy = async () => {
    await postgres.stopAtOnce()
    const copy = postgres.copy()
    await postgres.start()
    return copy
  }
  const putBack = async (copy: string) => {
    await postgres.stopAtOnce()
    postgres.putBack(copy)
    await postgres.start()
  }
  const here = { coldCopy, putBack } as PutBackScene
  beforeAll(async () => {
    postgres = await startOwnPostgres()
    here.postgres = postgres
    firstDay = await coldCopy()
  })
  afterAll(() => postgres.remove())
  beforeEach(async () => {
    await putBack(firstDay)
    here.provider = await startProvider()
    const scene = openScene(postgres.url, here.provider, { PAYRUN_CONCURRENCY: '30' })
    here.scene = scene
    return async () => {
      await here.provider.close()
      await scene.remove()
    }
  })
  return here
}
