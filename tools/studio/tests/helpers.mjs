// What the tests of the page have in common: the real server, a real browser, and pictures that are kept.

import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')
export const shots = join(here, '../shots')
const binary = process.env.CARDWRIGHT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/cardwright')

mkdirSync(shots, { recursive: true })

/** A folder of its own with some packs of the repository, which may be changed. */
export function folderOf(...packs) {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-'))
  for (const pack of packs) for (const part of ['cards', 'scripts', 'tests/rulings']) {
    cpSync(join(root, part, pack), join(folder, part, pack), { recursive: true })
  }
  return folder
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of any rank. */
export const findings = (page) => violations(page, ['serious', 'critical', 'moderate', 'minor'])

/** Violations that axe calls serious or worse. */
export async function violations(page, ranks = ['serious', 'critical']) {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  const serious = violations.filter(({ impact }) => ranks.includes(impact))
  return serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
}

/** Starts the command, and gives the link that it shows. */
export const start = (...words) => startIn(root, ...words)

/** The same in another folder. */
export async function startIn(cwd, ...words) {
  const server = spawn(binary, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const link = await new Promise((found, failed) => {
    let text = ''
    server.stdout.on('data', (data) => {
      text += data
      const link = /http:\S+/.exec(text)
      if (link) found(link[0])
    })
    server.on('error', failed)
    server.on('exit', (code) => failed(new Error(`the server has ended with ${code}: ${text}`)))
  })
  return { link, origin: new URL(link).origin, pid: server.pid, stop: () => server.kill() }
}

/** The page as it lies in `dist`, in place of the one that was built into the command, under the same policy. */
async function fromDist(context) {
  const folder = resolve(process.env.PAGE)
  const types = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2', svg: 'image/svg+xml' }
  await context.route((url) => url.protocol === 'http:' && !url.pathname.startsWith('/api/'), async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/assets/')) {
      return route.fulfill({ path: join(folder, pathname), contentType: types[pathname.split('.').at(-1)] })
    }
    const first = await route.fetch()
    const nonce = /'nonce-([^']+)'/.exec(first.headers()['content-security-policy'])?.[1]
    const body = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('__NONCE__', nonce)
    return route.fulfill({ response: first, body })
  })
}

export async function browser() {
  const chrome = await launched()
  if (!process.env.PAGE) return chrome
  const newContext = chrome.newContext.bind(chrome)
  chrome.newContext = async (options) => {
    const context = await newContext(options)
    await fromDist(context)
    return context
  }
  return chrome
}

function launched() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  })
}

/** A page that fails the test if a script of it fails, or its policy forbids something. */
export async function pageOf(context, errors) {
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) errors.push(message.text())
  })
  return page
}

/** Pictures at both widths; with DARK=1 in the dark as well, where axe looks at them, too. */
export async function pictures(page, name) {
  for (const [width, height] of [[390, 844], [1920, 1080]]) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(shots, `${name}-${width}.png`) })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) throw new Error(`${name} is ${wide} wide at ${width}`)
    if (process.env.DARK) await inTheDark(page, join(shots, `${name}-${width}-dark.png`))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function inTheDark(page, path) {
  const to = (theme) => page.evaluate((theme) => {
    const before = document.documentElement.dataset.theme
    document.documentElement.dataset.theme = theme
    return before
  }, theme)
  const before = await to('dark')
  await page.waitForTimeout(250)
  await page.screenshot({ path })
  const found = await violations(page)
  await to(before)
  if (found.length) throw new Error(`${path}: ${found.join(', ')}`)
}

/** Asks the server with the page's cookies. */
export const ask = (page, path, body) =>
  page.evaluate(
    async ({ path, body }) => {
      const answer = await fetch(path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    { path, body },
  )
