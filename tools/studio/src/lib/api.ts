// How the page speaks with the server.

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    /* What is no JSON is shown as it is. */
  }
  if (!response.ok) {
    const said = body && typeof body === 'object' && 'error' in body ? String(body.error) : text
    throw new Refusal(response.status, said || `the server answers ${response.status}`)
  }
  return body as T
}

export const get = async <T>(path: string): Promise<T> => read<T>(await fetch(path))

export const post = async <T>(path: string, body: unknown): Promise<T> =>
  read<T>(
    await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  )

/** By which the server recognises a deed that is sent twice. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) => n.toString(16)).join('')
