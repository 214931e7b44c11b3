// What the tests of the page have in common: the real server, a real browser, and pictures that are kept.

import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')
const shots = join(here, '../shots')
const binary = process.env.CARDWRIGHT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/cardwright')

mkdirSync(shots, { recursive: true })

/** Starts the command, and gives the link that it shows. */
export async function start(...words) {
  const server = spawn(binary, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
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
  return { link, origin: new URL(link).origin, stop: () => server.kill() }
}

export async function browser() {
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

/** Pictures at both widths. */
export async function pictures(page, name) {
  for (const [width, height] of [[390, 844], [1920, 1080]]) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(shots, `${name}-${width}.png`) })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) throw new Error(`${name} is ${wide} wide at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
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
