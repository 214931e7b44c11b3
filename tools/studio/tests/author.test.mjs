// What an author does besides playing: rulings, the editor, the lab. Everything that is written is written into a folder of
// its own.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
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
  // It is run again; then it can be accepted.
  await author.locator('[data-testid=counts] .sr', { hasText: 'the accepted trace stays' }).waitFor({ state: 'attached' })
  await author.waitForTimeout(300)
  await author.locator('[data-testid=accept]:not([disabled])').waitFor()
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

test('a table is set up by dragging and by keyboard, played on, and made a ruling', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'spellfire', people: 2, seed: 7 })
  await to(id, 'cards')
  await author.locator('[data-testid=set-up]').click()
  await author.waitForSelector('.setup')
  const phase = author.getByLabel('Phase')
  assert.ok(await phase.evaluate((it) => {
    const copy = it.cloneNode(true)
    copy.style.maxWidth = copy.style.width = 'max-content'
    it.after(copy)
    const fits = it.offsetWidth >= copy.offsetWidth
    copy.remove()
    return fits
  }), 'the name of the phase is not cut')
  const search = author.locator('.setup input[type=search]')
  const card = (name) => author.locator(`.setup .all [data-card="${name}"]`)
  const zone = (key) => author.locator(`.setup .zone[data-place="${key}"]`)
  // One is dragged, the others are put down by keyboard.
  await search.fill('cataclysm')
  await card('Cataclysm!').dragTo(zone('A/hand'))
  await zone('A/hand').locator('.chip', { hasText: 'Cataclysm!' }).waitFor()
  for (const [name, key] of [['Cormyr', 'B/formation'], ['Calm', 'B/hand']]) {
    await search.fill(name)
    await card(name).focus()
    await author.keyboard.press('Enter')
    await zone(key).locator('.here').focus()
    await author.keyboard.press('Enter')
    await zone(key).locator('.chip', { hasText: name }).waitFor()
    await author.keyboard.press('Escape')
  }
  assert.match(await author.locator('.setup > [aria-live]').textContent(), /Calm lies in Player B: hand/)
  await pictures(author, 'set-up')
  assert.deepEqual(await violations(author), [])
  // What should not lie there is taken away again.
  await zone('B/hand').locator('.chip').focus()
  await author.keyboard.press('Delete')
  assert.equal(await zone('B/hand').locator('.chip').count(), 0)
  await author.keyboard.press('r')
  await author.locator('.setup .make input').first().fill('from-tables/nobody-answers')
  await author.locator('.setup .make .claim input').fill('Whoever has a calamity in hand is asked first.')
  await author.locator('[data-testid=layout-write]').click()
  await author.locator('[data-testid=layout-made]').waitFor()
  const written = file('tests/rulings/spellfire/from-tables/nobody-answers.toml')
  assert.match(written, /\[A\]\nhand = \["Cataclysm!"\]\n\n\[B\]\nformation = \["Cormyr"\]/)
  assert.match(written, /A is asked: /)
  await author.locator('.setup .make a').click()
  await author.locator('[data-testid=state]', { hasText: 'held' }).waitFor()
  // It is played on; a table that cannot be is refused with the reason.
  await to(id, 'setup')
  await author.locator('[data-testid=layout-play]').click()
  await author.locator('.hand button.card.can', { hasText: 'Cataclysm!' }).waitFor()
  const refused = await author.evaluate(async () => {
    const table = { pack: 'spellfire', people: 2, turn: 'A', places: [{ whose: 'A', zone: 'hand', cards: [{ name: 'Calmm' }] }] }
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(table) })
    return [answer.status, (await answer.json()).error]
  })
  assert.equal(refused[0], 422)
  assert.match(refused[1], /Calmm/)
})

test('a card is edited with an error, mended, and the game plays on with it', async () => {
  const id = await played()
  await to(id, 'editor?file=spellfire/events/calm')
  const script = author.locator('[data-testid="edit-calm.rhai"] .cm-content')
  await script.waitFor()
  const path = 'scripts/spellfire/events/calm.rhai'
  const right = file(path)
  const write = async (text) => {
    await script.click()
    await author.keyboard.press('Control+A')
    // Text that is typed over coloured text would get its style, which the page's policy forbids.
    await author.keyboard.press('Delete')
    await author.keyboard.insertText(text)
  }
  // An error is marked where it is, while it is typed.
  await write(right.replace('exempt(', 'exemp('))
  await author.locator('[data-testid="edit-calm.rhai"] .cm-lintRange-error').first().waitFor({ timeout: 20_000 })
  await author.locator('[data-testid=problems] .problem', { hasText: 'exemp' }).first().waitFor()
  assert.match(await author.locator('[data-testid=problems] .problem').first().textContent(), /did you mean `exempt`/)
  await pictures(author, 'editor')
  assert.deepEqual(await violations(author), [])
  await author.keyboard.press('Control+s')
  await author.locator('[data-testid=outcome]', { hasText: 'goes on with the card as it was' }).waitFor({ timeout: 20_000 })
  assert.match(file(path), /exemp\(/, 'what is saved is saved, right or wrong')
  // Mended, the table stays where it was.
  await write(`${right}\n// A remark.\n`)
  await author.locator('[data-testid=problems] .fine').waitFor({ timeout: 20_000 })
  await author.keyboard.press('Control+s')
  await author.locator('[data-testid=outcome]', { hasText: 'stands where it stood' }).waitFor({ timeout: 20_000 })
  // With another card the first place is shown at which the game goes otherwise.
  await write(right.replace(/^(\s*)item\.target\.exempt\(.*$/m, '$1item.player.draw(1);'))
  await author.keyboard.press('Control+s')
  const outcome = author.locator('[data-testid=outcome]', { hasText: 'goes otherwise from step' })
  await outcome.waitFor({ timeout: 20_000 })
  assert.match(await outcome.textContent(), /before:.*exempt/)
  await pictures(author, 'editor-otherwise')
  // Completion and hover come from the language server.
  await write(right)
  await author.keyboard.press('Control+End')
  await author.keyboard.type('\nfn resolved(item) {\nitem.tar')
  await author.locator('.cm-tooltip-autocomplete li', { hasText: 'target' }).first().waitFor({ timeout: 20_000 })
  await author.keyboard.press('Escape')
  await write(right)
  await author.locator('[data-testid=problems] .fine').waitFor({ timeout: 20_000 })
  const [x, y] = await script.evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = texts.currentNode.data.indexOf('exempt')
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at + 2)
      range.setEnd(texts.currentNode, at + 3)
      const box = range.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2]
    }
    throw new Error('it is not there')
  })
  const hover = author.locator('.cm-tooltip-hover', { hasText: 'Exempts a player' })
  for (let round = 0; round < 8 && !(await hover.count()); round++) {
    // What is typed meanwhile takes an explanation away.
    await author.mouse.move(x - 4, y + 200)
    await author.mouse.move(x, y, { steps: 4 })
    await author.waitForTimeout(1000)
  }
  assert.equal(await hover.count(), 1)
  await author.keyboard.press('Control+s')
  await author.locator('[data-testid=outcome]', { hasText: 'Saved.' }).waitFor({ timeout: 20_000 })
  assert.equal(file(path), right)
  // What somebody else has changed meanwhile is not overwritten.
  writeFileSync(join(folder, path), `${right}\n// Somebody else.\n`)
  await write(`${right}\n// Mine.\n`)
  await author.keyboard.press('Control+s')
  await author.locator('.result [role=alert]', { hasText: 'changed by something else' }).waitFor()
  assert.match(file(path), /Somebody else/)
  writeFileSync(join(folder, path), right)
  author.once('dialog', (dialog) => dialog.accept())
})

test('the lab plays many games, shows what came of them, and stops when it is told to', async () => {
  author.on('dialog', (dialog) => dialog.accept().catch(() => {}))
  const { id } = await ask(author, '/api/games', { pack: 'spellfire', people: 2, seed: 7 })
  await to(id, 'lab')
  await author.locator('.ask input[type=number]').first().fill('12')
  await author.locator('[data-testid=play-many]').click()
  await author.locator('[data-testid=lab-result]').waitFor({ timeout: 120_000 })
  assert.match(await author.locator('.sum').textContent(), /12\s*games, no faults/)
  assert.equal(await author.locator('.wins li').count(), 2)
  assert.ok((await author.locator('.panel.cards tbody tr').count()) > 10)
  // What all scripts took is the whole, also where that is less than a second.
  const times = await author.locator('.panel', { hasText: 'Time by script' }).locator('.barcell').allTextContents()
  const shares = times.map((text) => Number.parseFloat(text))
  assert.ok(shares.reduce((sum, one) => sum + one, 0) > 50, String(shares))
  await pictures(author, 'lab')
  assert.deepEqual(await violations(author), [])
  const taken = async (what) => {
    const [download] = await Promise.all([author.waitForEvent('download'), author.locator(`[data-testid=${what}]`).click()])
    return readFileSync(await download.path())
  }
  const csv = (await taken('games-csv')).toString().trim().split('\r\n')
  assert.equal(csv.length, 13)
  assert.match(csv[0], /^seed,turns,decisions,winners,ending/)
  const rows = async (what) => {
    const bytes = await taken(what)
    return parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) })
  }
  const games = await rows('games-parquet')
  assert.equal(games.length, 12)
  for (const [at, game] of games.entries()) assert.equal(Object.values(game).map((value) => value ?? '').join(','), csv[at + 1])
  const cards = await rows('cards-parquet')
  assert.deepEqual(Object.keys(cards[0]), ['card', 'used', 'games', 'of games', 'players', 'won'])
  assert.ok(cards.length > 10 && cards.every((card) => card['of games'] === 12), JSON.stringify(cards[0]))
  // Deciders against each other: they are shown with intervals, and so is how often who played a card won.
  await author.locator('[data-testid=decider-A]').fill('gredy')
  await author.locator('[data-testid=play-many]').click()
  await author.locator('.ask [role=alert]', { hasText: 'there is no decider `gredy`' }).waitFor({ timeout: 30_000 })
  for (const name of ['weights:/etc/passwd', 'external:true']) {
    await author.locator('[data-testid=decider-A]').fill(name)
    await author.locator('[data-testid=play-many]').click()
    await author.locator('.ask [role=alert]', { hasText: 'cannot be named here' }).waitFor({ timeout: 30_000 })
  }
  writeFileSync(join(folder, 'bold.toml'), 'pass = -1\nnumbers = "most"\n')
  await author.locator('[data-testid=decider-A]').fill('weights:bold.toml')
  await author.locator('[data-testid=play-many]').click()
  await author.locator('.deciders li', { hasText: 'weights:bold.toml' }).waitFor({ timeout: 120_000 })
  assert.equal(await author.locator('.deciders li').count(), 2)
  assert.ok((await author.locator('.woncell').count()) > 5)
  await pictures(author, 'lab-deciders')
  assert.deepEqual(await violations(author), [])
  await author.locator('.runs button').last().click()
  // A bar leads to its games, and each of them can be opened at its end.
  await author.locator('details summary').first().click()
  await author.locator('details .btn').first().click()
  await author.locator('.seeds .btn').first().click()
  await author.waitForURL((url) => url.pathname.endsWith('/timeline') && !url.pathname.includes(id))
  await author.locator('.timeline .list .line').first().waitFor()
  // Stopped, a run keeps what it has.
  await to(id, 'lab')
  await author.locator('.ask input[type=number]').first().fill('5000')
  await author.locator('[data-testid=play-many]').click()
  await author.locator('.progress').waitFor()
  await author.waitForTimeout(1500)
  await author.locator('[data-testid=stop]').click()
  await author.locator('[data-testid=lab-result]').waitFor({ timeout: 60_000 })
  assert.ok(Number(await author.locator('.sum b').first().textContent()) < 5000)
})

test('cards are shown as they are printed, and printed as PDF', async () => {
  const { id } = await ask(author, '/api/rulings', { ruling: RULING })
  await to(id, 'cards')
  await author.locator('.cards button svg').first().waitFor()
  assert.ok(await author.locator('.cards button svg text').count())
  await to(id, 'print')
  await author.locator('[data-testid=sheets] .sheet svg').first().waitFor()
  await author.getByLabel('Only those called').fill('calm')
  await author.getByLabel('Copies').fill('10')
  await author.getByText('20 cards, 2 different, on 3 pages').waitFor()
  assert.equal(await author.locator('[data-testid=sheets] .sheet').count(), 3)
  await pictures(author, 'print')
  assert.deepEqual(await violations(author), [])
  const [saved] = await Promise.all([author.waitForEvent('download'), author.locator('[data-testid=pdf]').click()])
  assert.equal(saved.suggestedFilename(), 'spellfire.pdf')
  assert.equal(readFileSync(await saved.path()).subarray(0, 5).toString(), '%PDF-')
})
