import type { Role } from '../../app/accounts/actor.ts'
import { type Sentence, say } from '../../words/sentence.ts'

/** The name of a role for people. The command line uses the word that is typed there. */
export function roleName(role: Role): Sentence {
  switch (role) {
    case 'viewer':
      return say('deskNext.viewer')
    case 'preparer':
      return say('deskNext.preparer')
    case 'approver':
      return say('deskNext.approver')
    case 'admin':
      return say('deskNext.admin')
  }
}
