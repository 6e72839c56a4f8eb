import type { FastifyInstance } from 'fastify'

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Storage = ReturnType<Strategy['storage']>

/**
 * One path can have a page for people and JSON for programs: a route with the constraint `wants: 'json'` is only for
 * those who did not ask for text/html, as browsers do. One without it is for whoever is left.
 */
export const wantsStrategy: Strategy = {
  name: 'wants',
  storage: () => {
    const handlers = new Map<unknown, Parameters<Storage['set']>[1]>()
    return {
      get: (wanted) => handlers.get(wanted) ?? null,
      set: (wanted, handler) => void handlers.set(wanted, handler),
    }
  },
  deriveConstraint: ({ headers }) => (/\btext\/html\b/.test(headers.accept ?? '') ? 'html' : 'json'),
}
