// How fast the page is: node tests/speed.mjs [clicks]. Opens games of War of the Ring in the browser, the way an author sees
// them, and says when the first picture and the whole table were there, and how long a click takes to become a changed table
// on the screen. The command is that of CARDWRIGHT, which should be a release build.

import { ask, browser, pageOf, start } from './helpers.mjs'

const [clicks = 120] = process.argv.slice(2).map(Number)
const studio = await start('studio', 'war_of_the_ring', '--port', '0')
const chrome = await browser()
const errors = []
const page = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
await page.goto(studio.link)
await page.waitForSelector('[data-testid=create]')

const at = (all, share) => all.sort((one, other) => one - other)[Math.min(all.length - 1, Math.floor(all.length * share))]?.toFixed(0)

const [first, whole] = [[], []]
const rooms = []
for (let round = 0; round < 5; round++) {
  rooms.push((await ask(page, '/api/games', { pack: 'war_of_the_ring', people: 2, seed: round + 1 })).id)
  await page.goto(`${studio.origin}/g/${rooms[round]}/all/table`)
  await page.waitForSelector('[data-testid=prompt]')
  whole.push(await page.evaluate(() => performance.now()))
  first.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()))
}
console.log(`first picture: median ${at(first, 0.5)} ms, most ${at(first, 1)} ms; whole table: median ${at(whole, 0.5)} ms, most ${at(whole, 1)} ms`)

/** Clicks an option, and waits until the next question is on the screen. */
const click = (turn) =>
  page.evaluate(async (turn) => {
    const prompt = document.querySelector('[data-testid=prompt]')
    const buttons = [...prompt.querySelectorAll('.options .option, [data-testid=pass]')]
    const button = buttons[turn % buttons.length]
    if (prompt.dataset.shape !== 'one_of' || !button) return null
    const number = prompt.dataset.number
    const began = performance.now()
    const next = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('[data-testid=prompt]')?.dataset.number === number) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(done))
      })
      watch.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    button.click()
    await next
    return performance.now() - began
  }, turn)

const took = []
let room = rooms.length - 1
for (let turn = 0; took.length < clicks; turn++) {
  await page.waitForSelector('[data-testid=prompt], .over')
  const ms = (await page.locator('[data-testid=prompt]').count()) ? await click(turn) : null
  if (ms !== null) {
    took.push(ms)
    continue
  }
  // Another shape of answer, or the end: the usual answer is given beside the page, or another game is opened.
  const asked = await page.evaluate(async (id) => {
    const reader = (await fetch(`/api/g/${id}/all/events`)).body.getReader()
    let text = ''
    while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader.read()).value, { stream: true })
    await reader.cancel()
    return JSON.parse(text.split('\n').find((line) => line.startsWith('data: ')).slice(6)).prompts[0] ?? null
  }, rooms[room])
  if (asked) {
    const deed = { key: `speed ${turn}`, do: { answer: { number: asked.number, answer: asked.default } } }
    await ask(page, `/api/g/${rooms[room]}/all/do`, deed)
    await page.waitForFunction((number) => document.querySelector('[data-testid=prompt]')?.dataset.number !== String(number), asked.number)
  } else if (room-- > 0) await page.goto(`${studio.origin}/g/${rooms[room]}/all/table`)
  else break
}
console.log(`click to the changed table: median ${at(took, 0.5)} ms, p95 ${at(took, 0.95)} ms, most ${at(took, 1)} ms, of ${took.length} clicks`)
if (errors.length) console.log(`errors of the page: ${errors.join('; ')}`)
await chrome.close()
studio.stop()
process.exit(0)
