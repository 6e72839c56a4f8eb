import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config'

/** What both kinds of tests have in common; vitest.slow.config.ts has the rest of the slow ones. */
export const shared: TestUserConfig = {
  globalSetup: ['./test/harness/sharedPostgres.ts'],
  // Guards against waiting for ever, which a machine that has much else to do stays within.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  maxWorkers: 3,
  // Node loads the program as it does for people. Through Vite each name that a module imports is looked up at every use.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  reporters: ['default', './test/harness/countReporter.ts'],
}

export default defineConfig({
  test: {
    ...shared,
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/**/*.slow.test.ts', 'test/containers/**'],
    // A worker's modules are loaded once for all of its files (freshFile.ts); a process for each file costs a quarter of the run.
    isolate: false,
    setupFiles: ['./test/harness/freshFile.ts'],
  },
})
