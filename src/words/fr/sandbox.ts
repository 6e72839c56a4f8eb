import type { Catalogue } from '../catalogue.ts'

/** What the command `sandbox` says; the sandbox's pages have their own words. */
export const sandbox: Catalogue = {
  'The sandbox is ready: use the address above as PAYRUN_PROVIDER_URL. Its keys are {1} and {2}. Its pages are {3}/sandbox and {4}/handset. Stop it with Ctrl-C.':
    "Le bac à sable est prêt : utilisez l'adresse ci-dessus comme PAYRUN_PROVIDER_URL. Ses clés sont {1} et {2}. Ses pages : {3}/sandbox et {4}/handset. Arrêtez-le avec Ctrl-C.",
  'The sandbox is ready: use the address above as PAYRUN_PROVIDER_URL. Its keys are those of the environment. Its pages are {1}/sandbox and {2}/handset. Stop it with Ctrl-C.':
    "Le bac à sable est prêt : utilisez l'adresse ci-dessus comme PAYRUN_PROVIDER_URL. Ses clés sont celles de l'environnement. Ses pages : {1}/sandbox et {2}/handset. Arrêtez-le avec Ctrl-C.",
  "{1} can't be used: give --state a folder that you may write to.":
    "Impossible d'utiliser {1} : donnez à --state un dossier où vous avez le droit d'écrire.",
  '{1} is in use by another sandbox (process {2}): stop it, or give --state another folder. If that process is no sandbox, remove {3}.':
    "{1} est utilisé par un autre bac à sable (processus {2}) : arrêtez-le, ou donnez un autre dossier à --state. Si ce processus n'est pas un bac à sable, supprimez {3}.",
  'Line {1} of {2} is damaged: mend or remove it, or give --state another folder.':
    'La ligne {1} de {2} est abîmée : corrigez-la ou retirez-la, ou donnez un autre dossier à --state.',
}
