// What an author does besides playing: rulings, the editor, the lab. Everything that is written is written into a folder of
// its own.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ask, browser, folderOf, pageOf, pictures, startIn, violations } from './helpers.mjs'

const RULING = 'spellfire/calm/spares-only-its-player'

let chrome
let studio
let author
let folder
const errors = []

before(async () => {
  folder = folderOf('spellfire')
  studio = await startIn(folder, 'studio', 'spellfire', '--port', '0')
  chrome = await browser()
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  author = await pageOf(context, errors)
  await author.goto(studio.link)
  await author.waitForSelector('[data-testid=create]')
})

after(async () => {
  await chrome?.close()
  studio?.stop()
  if (folder) rmSync(folder, { recursive: true })
})

test.afterEach(() => assert.deepEqual(errors.splice(0), []))

const file = (path) => readFileSync(join(folder, path), 'utf8')
const to = async (id, view) => {
  await author.goto(`${studio.origin}/g/${id}/all/${view}`)
  await author.waitForSelector('.bar .tabs')
}

/** Plays the ruling on: Cataclysm! is calmed. Everybody else passes. */
async function played(ruling = RULING) {
  const { id } = await ask(author, '/api/rulings', { ruling })
  await to(id, 'table')
  await author.waitForSelector('[data-testid=prompt]')
  for (const card of ['Cataclysm!', 'Calm']) {
    await author.locator('.hand button.card.can', { hasText: card }).first().click()
    await author.locator('[data-testid=peek] .uses button').first().click()
    if (card === 'Cataclysm!') await author.locator('[data-testid=prompt] button', { hasText: 'Cormyr' }).first().click()
    await author.locator('.rail .trace .text', { hasText: card }).first().waitFor()
  }
  for (let round = 0; round < 12; round++) {
    if (await author.locator('.rail .trace .text', { hasText: 'Cataclysm! goes to' }).count()) break
    await author.keyboard.press(' ')
    await author.waitForTimeout(150)
  }
  await author.locator('.rail .trace .text', { hasText: 'stays: B is exempt (Calm)' }).first().waitFor()
  return id
}

test('a ruling that has moved is shown line by line, kept, and accepted', async () => {
  const path = `tests/rulings/${RULING}.snap`
  const right = file(path)
  const old = right.replace("Calm goes to B's Void", "Calm goes to B's Abyss")
  assert.notEqual(old, right)
  writeFileSync(join(folder, path), old)
  const { id } = await ask(author, '/api/rulings', { ruling: RULING })
  await to(id, 'rulings')
  await author.keyboard.press('/')
  await author.keyboard.type('spellfire/calm/')
  await author.locator('[data-testid=run-all]').click()
  await author.locator('[data-testid=counts] .ask', { hasText: '1' }).waitFor()
  await author.locator('.group', { hasText: '“Abyss” becomes “Void”' }).waitFor()
  await author.locator('.ruling', { hasText: 'calm/spares-only-its-player' }).click()
  await author.locator('.pair.differs').waitFor()
  assert.equal(await author.locator('.pair.differs').count(), 1)
  assert.equal(await author.locator('.pair.differs del').textContent(), 'Abyss')
  assert.equal(await author.locator('.pair.differs ins').textContent(), 'Void')
  await pictures(author, 'rulings')
  assert.deepEqual(await violations(author), [])
  await author.locator('[data-testid=reject]').click()
  await author.locator('.ruling[aria-selected=true]').waitFor()
  assert.equal(file(path), old, 'what is kept stays as it was')
  await author.locator('h1').first().click()
  await author.keyboard.press('a')
  await author.locator('[data-testid=state]', { hasText: 'held' }).waitFor()
  assert.equal(file(path), right, 'what is accepted is what the command would have written')
  await author.keyboard.press('k')
  await author.locator(`.ruling[aria-selected=true]:not(:has-text("spares-only-its-player"))`).waitFor()
})

test('a ruling is made of a line of the timeline', async () => {
  const id = await played()
  await to(id, 'timeline')
  const line = author.locator('.timeline .list .line', { hasText: 'stays: B is exempt (Calm)' })
  await line.first().click()
  await author.keyboard.press('r')
  await author.locator('.make input').first().fill('calm/a-calmed-realm-stays')
  await author.locator('.make .claim input').fill('Whoever calms an event keeps his realm.')
  await pictures(author, 'make-ruling')
  assert.deepEqual(await violations(author), [])
  await author.locator('[data-testid=write-ruling]').click()
  await author.locator('[data-testid=made]').waitFor({ timeout: 60_000 })
  assert.match(file('tests/rulings/spellfire/calm/a-calmed-realm-stays.toml'), /claim = "Whoever calms an event keeps his realm\."/)
  assert.match(file('tests/rulings/spellfire/calm/a-calmed-realm-stays.snap'), /stays: B is exempt \(Calm\)/)
  await author.locator('.make a').click()
  await author.locator('[data-testid=state]', { hasText: 'held' }).waitFor()
  // A name that leads elsewhere is none.
  const refused = await author.evaluate(async (id) => {
    const body = JSON.stringify({ line: 1, name: '../../x/y' })
    return (await fetch(`/api/g/${id}/all/ruling`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  }, id)
  assert.equal(refused, 422)
})
