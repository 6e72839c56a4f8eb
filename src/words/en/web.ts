export const messages = {
  // What the pages of the desk and of the sandbox share.
  'web.language': 'Language',
  'web.error_title': 'Error: {title}',
  'web.to_correct': 'Please correct the following',
  'web.pages': 'Pages',
  'web.newer': 'Newer',
  'web.older': 'Older',
  'web.first_page': 'First page',
  'web.next_page': 'Next page',
  'web.page_of': 'Page {page} of {pages}',
  'web.steps': 'Steps',
  'web.value': '{value}',
  'web.type': 'Type',
  'web.meaning': 'Meaning',
  'web.required': 'required',
} as const
