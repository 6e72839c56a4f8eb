import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskAdmin.ts'

export const messages: Translation<typeof english> = {
  'deskAdmin.parts': "Parties de l'administration",
  'deskAdmin.accounts': 'Comptes',
  'deskAdmin.accounts_text': 'Les personnes qui ont accès au guichet, et ce que chacune peut faire.',
  'deskAdmin.add_account': 'Ajouter un compte',
  'deskAdmin.name': 'Nom',
  'deskAdmin.added': 'Ajout',
  'deskAdmin.active': 'actif',
  'deskAdmin.active_with_factor': 'actif, avec second facteur',
  'deskAdmin.viewer_may': 'Voit tout et ne change rien.',
  'deskAdmin.preparer_may':
    'Dépose les fichiers, soumet les lots, les met en pause et les reprend, demande de nouveaux essais.',
  'deskAdmin.approver_may': 'Approuve ou rejette les lots, tranche les lignes incertaines.',
  'deskAdmin.admin_may':
    "Gère les comptes, les clés, la politique, les opérateurs et les échéances. Ne déplace pas d'argent.",
  'deskAdmin.account_name_hint': 'Le nom que tout le monde verra, par exemple Awa Diop. Il ne pourra plus être changé.',
  'deskAdmin.login': 'Identifiant de connexion',
  'deskAdmin.login_hint':
    'Le nom de cette personne en ligne de commande, si elle en a un : les deux comptent alors pour une seule personne.',
  'deskAdmin.account_added': 'Le compte est ajouté',
  'deskAdmin.account_reset': 'Le compte est réinitialisé',
  'deskAdmin.shown_once': 'Copiez-le maintenant : il ne sera plus affiché',
  'deskAdmin.link_text':
    "Ne donnez ce lien qu'à {name}. Il sert une seule fois, pendant un jour, à définir le mot de passe.",
  'deskAdmin.not_there': "Ce compte ou cette clé n'existe pas.",
  'deskAdmin.account_of': 'Compte de {name}',
  'deskAdmin.none': 'Aucun',
  'deskAdmin.yes': 'Oui',
  'deskAdmin.no': 'Non',
  'deskAdmin.change_roles': 'Changer les rôles',
  'deskAdmin.save_roles': 'Enregistrer les rôles',
  'deskAdmin.roles_changed': 'Les rôles de {name} sont changés. Ils comptent dès la prochaine page.',
  'deskAdmin.reset': 'Réinitialiser',
  'deskAdmin.reset_now': 'Réinitialiser le compte',
  'deskAdmin.reset_text':
    'Le mot de passe et le second facteur sont retirés, et toutes les sessions prennent fin. Vous recevez un nouveau lien pour définir un mot de passe.',
  'deskAdmin.reset_question': 'Réinitialiser le compte de {name} ?',
  'deskAdmin.disable': 'Désactiver',
  'deskAdmin.disable_now': 'Désactiver le compte',
  'deskAdmin.disable_text':
    "Cette personne est déconnectée aussitôt et ne se connecte plus jamais. Le nom reste pris, et l'historique garde ce qui a été fait sous ce nom. C'est définitif.",
  'deskAdmin.disable_question': 'Désactiver le compte de {name} ?',
  'deskAdmin.now_disabled': 'Le compte de {name} est désactivé.',
  'deskAdmin.keys': "Clés d'API",
  'deskAdmin.keys_text': "Les programmes qui peuvent appeler l'API, et ce que chacun peut faire.",
  'deskAdmin.add_key': 'Ajouter une clé',
  'deskAdmin.no_keys':
    'Aucune clé pour le moment. Une clé permet à un programme, par exemple celui de la paie, de soumettre des lots et de les suivre.',
  'deskAdmin.ends': 'Fin',
  'deskAdmin.last_used': 'Dernière utilisation',
  'deskAdmin.never': 'Jamais',
  'deskAdmin.expired': 'expirée',
  'deskAdmin.revoke': 'Révoquer',
  'deskAdmin.revoke_key': 'Révoquer la clé {name}',
  'deskAdmin.revoke_question': 'Révoquer la clé {name} ?',
  'deskAdmin.revoke_text': "Le programme qui l'utilise est refusé dès sa prochaine requête. C'est définitif.",
  'deskAdmin.now_revoked': 'La clé {name} est révoquée.',
  'deskAdmin.key_name_hint':
    "Le programme qui s'en servira, par exemple logiciel-paie. Ce nom ne pourra plus être changé.",
  'deskAdmin.days': 'Nombre de jours de validité',
  'deskAdmin.days_hint': 'De 1 à 3650. Laissez vide pour une clé sans date de fin.',
  'deskAdmin.bad_days': 'Le nombre de jours doit être un nombre entier de 1 à {longest}.',
  'deskAdmin.for': 'Compte comme',
  'deskAdmin.for_hint':
    "La personne choisie n'approuve pas ce que la clé soumet, et la clé n'approuve pas ce que cette personne soumet.",
  'deskAdmin.nobody': 'Personne en particulier',
  'deskAdmin.key_added': 'La clé est ajoutée',
  'deskAdmin.key_text': 'Placez cette clé là où {name} la lira. Seule son empreinte est gardée.',
}
