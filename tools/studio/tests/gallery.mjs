// Every game in the middle of being played, at three widths, light and dark: pictures in `shots/`, and what axe finds.
//
//   node tests/gallery.mjs [GAME …]          all games, or those
//   node tests/gallery.mjs --keep [GAME …]   what `pictures/` has is taken anew: one picture of each game, and those of the README

import { join } from 'node:path'
import { ask, browser, findings, pageOf, shots, start } from './helpers.mjs'

/** How many people play each game, and after how many answers it is looked at. */
const GAMES = {
  apiary: [3, 40], crazy_eights: [3, 14], gin_rummy: [2, 12], grand_archive: [2, 30], hearts: [4, 14], kuhn_poker: [2, 1],
  leduc_poker: [2, 3], masquerade: [4, 10], mega_calamities: [18, 60], menagerie: [3, 40], roadstead: [3, 16], rose_window: [3, 14],
  spellfire: [3, 24], tideline: [4, 21], time_nodes: [3, 16], war_of_the_ring: [2, 20],
}
const WIDTHS = [[1440, 900], [1024, 768], [390, 844]]

const keep = process.argv.includes('--keep')
const wanted = process.argv.slice(2).filter((word) => word !== '--keep')
const kept = (name) => new URL(`../pictures/${name}.png`, import.meta.url).pathname
const studio = await start('studio', '--port', '0')
const chrome = await browser()
const errors = []
const author = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
await author.goto(studio.link)
await author.waitForSelector('[data-testid=create]')

/** What everybody is asked just now. */
const prompts = (id) => author.evaluate(async (id) => {
  const reader = (await fetch(`/api/g/${id}/all/events`)).body.getReader()
  let text = ''
  while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader.read()).value, { stream: true })
  await reader.cancel()
  return JSON.parse(text.split('\n').find((line) => line.startsWith('data: ')).slice(6)).prompts
}, id)

let state = 7
const below = (many) => (state = (state * 1103515245 + 12345) % 2147483648) % many

/** Plays so many answers: by luck where one option is chosen, otherwise what counts anyway. */
async function play(id, answers) {
  for (let at = 0; at < answers; at++) {
    const [prompt] = await prompts(id)
    if (!prompt) return
    const pass = prompt.options.findIndex((option) => option.choice.kind === 'pass')
    const options = prompt.options.map((_, option) => option).filter((option) => option !== pass || prompt.options.length === 1)
    const lucky = prompt.shape.kind === 'one_of' ? { options: [options[below(options.length)]] } : prompt.default
    for (const answer of [lucky, prompt.default]) {
      const done = await ask(author, `/api/g/${id}/all/do`, { key: `${at} ${JSON.stringify(answer)}`, do: { answer: { number: prompt.number, answer } } }).catch(() => null)
      if (done) break
    }
  }
}

for (const [pack, [people, answers]] of Object.entries(GAMES)) {
  if (wanted.length && !wanted.includes(pack)) continue
  const { id } = await ask(author, '/api/games', { pack, people, seed: 5 })
  await play(id, answers)
  const seat = (await prompts(id))[0]?.seat ?? 'A'
  await author.goto(`${studio.origin}/g/${id}/${seat}/table`)
  await author.waitForSelector('.felt')
  if (keep) {
    await author.waitForTimeout(500)
    await author.screenshot({ path: kept(pack) })
    console.log(kept(pack))
    continue
  }
  for (const theme of ['light', 'dark']) {
    await author.evaluate((theme) => { document.documentElement.dataset.theme = theme }, theme)
    for (const [width, height] of WIDTHS) {
      await author.setViewportSize({ width, height })
      await author.waitForTimeout(350)
      await author.screenshot({ path: join(shots, `${pack}-${theme}-${width}.png`) })
      const found = await findings(author)
      if (found.length) console.log(`${pack} ${theme} ${width}: ${found.join('\n  ')}`)
    }
  }
  console.log(`${pack}: ${id}, seat ${seat}${errors.length ? `: ${errors.splice(0).join('; ')}` : ''}`)
}

/** The README's pictures: an answer to an answer to an answer, and why a realm was spared. */
async function ofTheReadme() {
  const { id } = await ask(author, '/api/rulings', { ruling: 'spellfire/calm/a-dispelled-negation-spares-only-the-caller' })
  const choose = async (prompt, at) => ask(author, `/api/g/${id}/all/do`, { key: `${prompt.number} ${at}`, do: { answer: { number: prompt.number, answer: { options: [at] } } } })
  /** Passes until somebody can do this, and does it. */
  const does = async (text) => {
    for (let round = 0; round < 20; round++) {
      const [prompt] = await prompts(id)
      if (!prompt) return
      const at = prompt.options.findIndex((option) => option.text.includes(text))
      await choose(prompt, at < 0 ? prompt.options.findIndex((option) => option.choice.kind === 'pass') : at)
      if (at >= 0) return
    }
  }
  await does('plays Cataclysm!')
  await does('with Calm')
  await does('Intercession')
  while ((await prompts(id))[0].seat !== 'B') await does('passes')
  await author.goto(`${studio.origin}/g/${id}/B/table`)
  await author.waitForSelector('[data-testid=prompt]')
  await author.waitForTimeout(700)
  await author.screenshot({ path: kept('table') })
  await does('Dispel Magic')
  for (let round = 0; round < 6; round++) await does('passes')
  await author.goto(`${studio.origin}/g/${id}/all/timeline`)
  await author.locator('.timeline .list .line', { hasText: 'Celene stays' }).first().click()
  await author.locator('[data-testid=source]').waitFor()
  await author.waitForTimeout(500)
  await author.screenshot({ path: kept('timeline') })
}
if (keep && !wanted.length) await ofTheReadme()
await chrome.close()
studio.stop()
