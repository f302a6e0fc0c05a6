/** Receives what other apps share with the installed app, with or without a network. */
import { registerRoute } from 'workbox-routing'
import { SHARE_FIELDS, SHARE_PATH, type ShareProblem } from '#contracts/share.ts'
import { keepShare } from './share-store.ts'

/** Longest text taken over; more is no description of a picture. */
const MOST_TEXT = 4000

const textOf = (form: FormData, field: string) => {
  const value = form.get(field)
  return typeof value === 'string' ? value.trim().slice(0, MOST_TEXT) : ''
}

function filesOf(form: FormData): File[] {
  return form
    .getAll(SHARE_FIELDS.files)
    .filter((value): value is File => value instanceof File && (value.size > 0 || value.name !== ''))
}

/** Always answers with the way to the page: it tells what went wrong. */
const goTo = (query: string) => Response.redirect(`${SHARE_PATH}?${query}`, 303)
const problem = (why: ShareProblem) => goTo(`problem=${why}`)

async function receive(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null)
  if (!form) return problem('unread')
  try {
    const { id } = await keepShare({
      origin: 'share',
      title: textOf(form, SHARE_FIELDS.title),
      text: textOf(form, SHARE_FIELDS.text),
      url: textOf(form, SHARE_FIELDS.url),
      files: filesOf(form),
    })
    return goTo(`id=${id}`)
  } catch (thrown) {
    console.warn('zhuhui: what was shared could not be kept', thrown)
    return problem('full')
  }
}

/** Takes posts to the share page. */
export function routeShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => receive(request),
    'POST',
  )
}
