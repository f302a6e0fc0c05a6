import { defineConfig } from 'vitest/config'

/** Puts something else in the place of a module, which files that share its process would meet as well. */
const MOCKED = 'tests/server/parity.test.ts'

const server = {
  environment: 'node',
  pool: 'forks',
  // Real sockets, a real database and a real model: the first inference alone takes seconds.
  testTimeout: 90_000,
  hookTimeout: 60_000,
  // Long runs have a low priority, and wait while other tests have the processor.
  expect: { poll: { timeout: 60_000 } },
  // Processes are killed and lines are cut at moments that a busy machine shifts.
  retry: process.env.CI ? 1 : 0,
} as const

export default defineConfig({
  test: {
    // The browser's tests run beside these on two cores: with more processes each of them takes longer than it saves.
    maxWorkers: 1,
    projects: [
      // What draws the project's own pictures; not part of `npm test`, which names its projects.
      {
        test: {
          name: 'studio',
          include: ['studio/tests/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Files share a process: starting one, loading the contracts and opening networks take longer than most files.
          isolate: false,
          // For what hangs: the browser's tests run beside these, on a machine that others may use as well.
          testTimeout: 90_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [MOCKED],
          // As with unit tests: files share a process.
          isolate: false,
        },
      },
      { test: { ...server, name: 'parity', include: [MOCKED] } },
    ],
  },
})
