// The page as people use it: the real server, a real browser.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ask, browser, pageOf, pictures, start, violations } from './helpers.mjs'

const RULING = 'spellfire/calm/a-dispelled-negation-spares-only-the-caller'

let chrome
let studio
let author
const errors = []

before(async () => {
  studio = await start('studio', '--port', '0')
  chrome = await browser()
  author = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
  await author.goto(studio.link)
  await author.waitForSelector('[data-testid=create]')
})

after(async () => {
  await chrome?.close()
  studio?.stop()
})

test.afterEach(() => assert.deepEqual(errors.splice(0), []))

const open = async (page, id, as, view = 'table') => {
  await page.goto(`${studio.origin}/g/${id}/${as}/${view}`)
  await page.waitForSelector('.bar .tabs')
  await page.waitForSelector(view === 'table' ? '.felt' : view === 'timeline' ? '.lane' : '.gallery')
}

const lines = (page) => page.locator('.rail .trace .text').allTextContents()

test('the link of the studio leaves no token in the address, and nobody else gets in', async () => {
  assert.equal(new URL(author.url()).hash, '')
  const stranger = await pageOf(await chrome.newContext(), errors)
  await stranger.goto(studio.origin)
  await stranger.waitForSelector('.stranger')
  assert.equal(await stranger.locator('[data-testid=create]').count(), 0)
  await stranger.context().close()
})

test('the ruling of the README is played by three people in three browsers', async () => {
  const { id, secrets } = await ask(author, '/api/rulings', { ruling: RULING })
  const seats = {}
  for (const [at, seat] of ['A', 'B', 'C'].entries()) {
    const page = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
    await page.goto(`${studio.origin}/g/${id}#k=${secrets[at]}`)
    await page.waitForSelector('.felt')
    assert.equal(new URL(page.url()).pathname, `/g/${id}/${seat}/table`)
    seats[seat] = page
  }
  /** Clicks a card of the hand and chooses what is done with it. */
  const use = async (seat, name) => {
    await seats[seat].locator(`.hand button.card.can`, { hasText: name }).first().click()
    await seats[seat].locator('[data-testid=peek] .uses button').first().click()
  }
  const told = (seat, text) => seats[seat].locator('.rail .trace .text', { hasText: text }).first().waitFor()
  /** Passes for everybody who is asked before this seat. */
  const passUntil = async (seat) => {
    for (let round = 0; round < 12; round++) {
      await seats.A.waitForTimeout(150)
      const asked = []
      for (const one of ['A', 'B', 'C']) if (await seats[one].locator('[data-testid=prompt]').count()) asked.push(one)
      if (asked.length === 0 || asked[0] === seat) return
      await seats[asked[0]].locator('[data-testid=pass]').click()
    }
  }
  await use('A', 'Cataclysm!')
  // There is only one realm that it could be aimed at, so nobody is asked.
  await told('B', 'A plays Cataclysm! on Celene')
  await seats.C.locator('[data-testid=unasked]', { hasText: 'Only B is asked' }).waitFor()
  await use('B', 'Calm')
  await passUntil('C')
  await use('C', 'Intercession')
  await told('B', 'C answers Calm with Intercession')
  await passUntil('B')
  await use('B', 'Dispel Magic')
  await told('A', 'B answers Intercession with Dispel Magic')
  await pictures(seats.B, 'pause')
  await passUntil('nobody')
  await told('A', 'Celene stays: B is exempt (Calm)')
  assert.ok((await lines(seats.C)).some((line) => line.includes("Cataclysm! goes to A's Void")))

  // Only the author sees everything; the page of a seat holds nothing of another's hand.
  assert.equal(await seats.C.locator('.seg.seen').count(), 0)
  await open(author, id, 'all', 'timeline')
  const kept = author.locator('.timeline .list .line', { hasText: 'Celene stays' })
  await kept.first().click()
  await author.locator('[data-testid=source]').waitFor()
  assert.match(await author.locator('.why .path').textContent(), /scripts\/spellfire\/.*:\d+/)
  await pictures(author, 'timeline')

  // Back to where B answered, and on otherwise: the realm falls.
  const answer = author.locator('.timeline .list .line', { hasText: 'B answers Intercession with Dispel Magic' })
  await answer.first().click()
  await author.locator('.now h1', { hasText: 'Dispel Magic' }).waitFor()
  await author.keyboard.press('f')
  await author.waitForURL((url) => !url.pathname.includes(id))
  await author.waitForSelector('[data-testid=prompt]')
  for (let round = 0; round < 14 && !(await lines(author)).some((line) => line.includes('Celene goes')); round++) {
    await author.keyboard.press(' ')
    await author.waitForTimeout(150)
  }
  assert.ok((await lines(author)).some((line) => line.includes("Celene goes to B's discard pile")), String(await lines(author)))

  // Both branches side by side: where they part, and what differs on their tables.
  const fork = new URL(author.url()).pathname.split('/')[2]
  await open(author, fork, 'all', 'timeline')
  await author.locator('[data-testid=side-by-side]').click()
  await author.waitForURL((url) => url.pathname.endsWith('/branches'))
  const sides = author.locator('.branches .sides > section')
  await author.locator('.apart tr', { hasText: 'Celene' }).waitFor()
  assert.equal(await sides.count(), 2)
  assert.ok(await sides.nth(0).locator('.name .tag').textContent())
  assert.match(await author.locator('.apart tr', { hasText: 'Celene' }).textContent(), /discard pile.*formation/)
  assert.ok(await sides.nth(1).locator('[data-card].changed', { hasText: 'Celene' }).count(), 'what differs is marked')
  await pictures(author, 'branches-tables')
  assert.deepEqual(await violations(author), [])
  await author.keyboard.press('v')
  await author.locator('.branches .trace').nth(1).waitFor()
  assert.ok(await sides.nth(0).locator('.differs', { hasText: 'Celene goes to' }).count())
  assert.ok(await sides.nth(1).locator('.differs', { hasText: 'B is exempt (Calm)' }).count())
  assert.equal(await sides.nth(1).locator('.differs', { hasText: 'A plays Cataclysm!' }).count(), 0, 'what both have is not marked')
  await author.keyboard.press('Home')
  await author.locator('.branches footer .step', { hasText: 'where they part' }).waitFor()
  await pictures(author, 'branches-timelines')
  assert.deepEqual(await violations(author), [])
  for (const page of Object.values(seats)) await page.context().close()
})

test('what cannot be done says why, and where that is written', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'spellfire', people: 2, seed: 7 })
  await open(author, id, 'A')
  await author.waitForSelector('[data-testid=prompt]')
  const cannot = author.locator('.hand button.card.cannot').first()
  assert.match(await cannot.textContent(), /cannot: /)
  await cannot.click()
  const peek = author.locator('[data-testid=peek]')
  assert.match(await peek.locator('.refused').textContent(), /cannot/)
  assert.match(await peek.locator('.refused .place').first().textContent(), /cards\/spellfire\/.*:\d+/)
  await author.keyboard.press('Escape')
  assert.equal(await peek.count(), 0)
  assert.deepEqual(await violations(author), [])
  await pictures(author, 'table')
})

test('two copies in hand lie as one, and one of them is used', async () => {
  const places = [
    { whose: 'A', zone: 'hand', cards: [1, 2].map(() => ({ name: 'Cataclysm!', count: 1, attributes: {} })) },
    { whose: 'B', zone: 'formation', cards: [{ name: 'Cormyr', count: 1, attributes: {} }, { name: 'Celene', count: 1, attributes: {} }] },
  ]
  const { id } = await ask(author, '/api/tables', { pack: 'spellfire', people: 2, turn: 'A', phase: null, places })
  await open(author, id, 'A')
  const copies = author.locator('.hand button.card', { hasText: 'Cataclysm!' })
  await copies.first().waitFor()
  assert.equal(await copies.count(), 1)
  assert.match(await copies.textContent(), /×2/)
  assert.equal(await author.locator('[data-testid=prompt] .options button', { hasText: 'Cataclysm!' }).count(), 1)
  await copies.click()
  await author.locator('[data-testid=peek] .uses button').click()
  await author.locator('[data-testid=prompt] button', { hasText: 'Cormyr' }).first().click()
  await author.locator('.rail .trace .text', { hasText: 'A plays Cataclysm!' }).first().waitFor()
})

test('on the timeline and side by side nothing glows, and no use is offered', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'crazy_eights', people: 2, seed: 3 })
  await open(author, id, 'A')
  await author.locator('.hand button.card.can').first().waitFor()
  const nothing = async (table) => {
    const cards = author.locator(`${table} .hand button.card`)
    for (let at = 0; at < await cards.count(); at++) {
      await cards.nth(at).click()
      await author.locator('[data-testid=peek]').waitFor()
      assert.equal(await author.locator('[data-testid=peek] .uses, [data-testid=peek] .refused').count(), 0)
      await author.keyboard.press('Escape')
    }
    assert.ok(await cards.count())
    assert.equal(await author.locator(`${table} .can`).count(), 0)
  }
  for (const seat of ['A', 'all']) {
    await open(author, id, seat, 'timeline')
    await author.locator('.past .hand button.card').first().waitFor()
    await nothing('.past')
    await author.keyboard.press('ArrowLeft')
    await author.waitForTimeout(300)
    await nothing('.past')
  }
  await ask(author, `/api/g/${id}/all/fork`, { line: null, as: 'all' })
  await author.goto(`${studio.origin}/g/${id}/all/branches`)
  await author.locator('.branches .past .hand button.card').first().waitFor()
  await nothing('.branches .past')
})

for (const [pack, people, what] of [
  ['time_nodes', 3, '.board.hexagons .cell'],
  ['war_of_the_ring', 2, '.board.map .cell'],
  ['mega_calamities', 5, '.board.map .cell'],
  ['grand_archive', 2, '.hand .card'],
  ['spellfire', 3, '.pyramid .slot'],
]) {
  test(`${pack} is drawn at both widths, light and dark, and has no serious violation`, async () => {
    const { id } = await ask(author, '/api/games', { pack, people, seed: 3 })
    await open(author, id, 'A')
    await author.waitForSelector('[data-testid=prompt], .waiting')
    assert.ok((await author.locator(what).count()) > 5)
    await pictures(author, pack)
    assert.deepEqual(await violations(author), [])
    const theme = author.locator('[aria-label="Light or dark"]')
    await theme.click()
    await pictures(author, `${pack}-dark`)
    assert.deepEqual(await violations(author), [])
    await theme.click()
  })
}

test('at every width all seats can be chosen, and the own side is in sight', async () => {
  const seen = (part) => author.locator(part).first().evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect()
    const on = document.elementFromPoint(x + width / 2, y + height / 2)
    return it === on || it.contains(on)
  })
  for (const [pack, people] of [['hearts', 4], ['spellfire', 5], ['war_of_the_ring', 2]]) {
    const { id } = await ask(author, '/api/games', { pack, people, seed: 3 })
    for (const view of ['table', 'timeline']) {
      await open(author, id, 'A', view)
      for (const width of [1100, 1000, 900, 820, 768, 701, 641, 390]) {
        await author.setViewportSize({ width, height: 700 })
        await author.waitForTimeout(60)
        const where = `${pack} ${view} at ${width}`
        for (let at = 0; at <= people; at++) assert.ok(await seen(`.seen button:nth-child(${at + 1})`), `${where}: seat ${at}`)
        assert.equal(await author.evaluate(() => document.documentElement.scrollWidth), width, where)
        if (width > 700 && pack !== 'war_of_the_ring') assert.ok(await seen('.mine .player'), `${where}: the own name`)
      }
    }
  }
  // Where there are many, they are in a list.
  const { id } = await ask(author, '/api/games', { pack: 'mega_calamities', people: 9, seed: 3 })
  await open(author, id, 'A')
  await author.locator('select.seen').selectOption('C')
  await author.waitForURL((url) => url.pathname.endsWith('/C/table'))
  await author.setViewportSize({ width: 1440, height: 900 })
})

test('a space of a board that is clicked shows what lies there, and Escape goes back to it', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'war_of_the_ring', people: 2, seed: 3 })
  await open(author, id, 'A')
  const space = author.locator('.board.map [data-site="Rohan"], .board.map [data-site="Minas Tirith"]').first()
  const name = await space.getAttribute('data-site')
  await space.click()
  const peek = author.locator('[data-testid=peek]')
  await peek.waitFor()
  assert.ok((await peek.textContent()).includes(name))
  await author.keyboard.press('Escape')
  assert.equal(await peek.count(), 0)
  assert.equal(await author.evaluate(() => document.activeElement?.dataset?.site), name)
})

test('the names of a board can be read, and it is made larger by keys, buttons and the wheel', async () => {
  const frame = () => author.locator('.board .frame').evaluate((it) => {
    const board = it.querySelector('svg')
    const sizes = [...board.querySelectorAll('.name')].map((name) => parseFloat(getComputedStyle(name).fontSize))
    const { clientWidth, clientHeight, scrollWidth, scrollHeight, scrollLeft, scrollTop } = it
    const middle = [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight]
    return { name: Math.min(...sizes) * board.getScreenCTM().a, whole: scrollWidth === clientWidth && scrollHeight === clientHeight, middle }
  })
  for (const [pack, people, least] of [['time_nodes', 3, 9], ['war_of_the_ring', 2, 7]]) {
    const { id } = await ask(author, '/api/games', { pack, people, seed: 3 })
    await open(author, id, 'A')
    for (const [width, height] of [[1400, 900], [900, 700], [390, 844]]) {
      await author.setViewportSize({ width, height })
      await author.waitForTimeout(150)
      const { name } = await frame()
      assert.ok(name >= least, `${pack} at ${width}: ${name}`)
    }
  }
  await author.setViewportSize({ width: 1440, height: 900 })
  await author.waitForTimeout(150)
  const before = await frame()
  assert.ok(before.whole)
  await author.keyboard.press('+')
  await author.locator('[aria-label="Larger"]').click()
  const larger = await frame()
  assert.ok(larger.name > before.name * 1.7 && !larger.whole)
  assert.ok(larger.middle.every((it, at) => Math.abs(it - before.middle[at]) < 0.02), 'what was in the middle stays there')
  await pictures(author, 'board-larger')
  assert.deepEqual(await violations(author), [])
  await author.keyboard.press('s')
  await author.waitForURL((url) => url.pathname.endsWith('/B/table'))
  await author.waitForTimeout(150)
  assert.ok(!(await frame()).whole, 'another seat sees it as large')
  await author.locator('.board .frame').hover()
  await author.keyboard.down('Control')
  await author.mouse.wheel(0, 2000)
  await author.keyboard.up('Control')
  await author.waitForTimeout(150)
  assert.ok((await frame()).whole)
  await author.keyboard.press('+')
  await author.keyboard.press('0')
  await author.waitForTimeout(150)
  assert.ok((await frame()).whole)
})

test('all questions that are open at once are shown, and any of them is answered', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'tideline', people: 3, seed: 5 })
  await open(author, id, 'all')
  const all = author.locator('[data-testid=open-prompts] button')
  await author.waitForSelector('[data-testid=open-prompts]')
  assert.equal(await all.count(), 3)
  assert.equal(await author.locator('.side .tag.ask').count(), 3, 'whoever is asked is marked')
  await author.keyboard.press('n')
  const second = await all.nth(1).getAttribute('data-number')
  assert.equal(await author.locator('[data-testid=prompt]').getAttribute('data-number'), second)
  assert.equal(await all.nth(1).getAttribute('aria-pressed'), 'true')
  await pictures(author, 'open-questions')
  assert.deepEqual(await violations(author), [])
  await author.keyboard.press('1')
  await author.waitForFunction(() => document.querySelectorAll('[data-testid=open-prompts] button').length === 2)
  assert.equal(await author.locator(`[data-testid=open-prompts] [data-number="${second}"]`).count(), 0)
  await all.last().click()
  assert.equal(await author.locator('[data-testid=prompt]').getAttribute('data-number'), await all.last().getAttribute('data-number'))
})

test('a pile shows its newest card, and all of them when it is chosen', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'crazy_eights', people: 2, seed: 7 })
  await open(author, id, 'A')
  const piles = author.locator('.middle .pile')
  assert.equal(await piles.count(), 2)
  assert.equal(await piles.locator('.card').count(), 1, 'one lies open, the other face down')
  const top = await piles.locator('.card .name').textContent()
  await piles.locator('button', { has: author.locator('.card') }).click()
  assert.ok((await author.locator('[data-testid=peek]').textContent()).includes(top))
  await author.keyboard.press('Escape')
  await pictures(author, 'piles')
  assert.deepEqual(await violations(author), [])
})

test('all keys of the guide are shown, and all of them fit', async () => {
  const guide = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const table = /\| Key \|[^]*?\n\n/.exec(guide)[0]
  const named = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, keys]) => [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key))
  const { id } = await ask(author, '/api/games', { pack: 'spellfire', people: 2, seed: 7 })
  await open(author, id, 'all')
  await author.keyboard.press('?')
  const dialog = author.getByRole('dialog', { name: 'Keys' })
  const shown = (await dialog.locator('kbd').allTextContents()).flatMap((key) => key.split('–'))
  assert.deepEqual(named.filter((key) => !shown.includes(key)), [])
  assert.ok(named.length > 25)
  for (const [width, height] of [[1440, 900], [900, 700], [390, 844]]) {
    await author.setViewportSize({ width, height })
    const box = await dialog.boundingBox()
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${width}: ${JSON.stringify(box)}`)
  }
  await dialog.locator('kbd', { hasText: '⌃S' }).scrollIntoViewIfNeeded()
  assert.deepEqual(await violations(author), [])
  await pictures(author, 'keys')
  assert.deepEqual(await violations(author), [])
  await author.keyboard.press('Escape')
  assert.equal(await dialog.count(), 0)
})

test('a game is played to its end by keyboard alone', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'time_nodes', people: 2, seed: 1, bots: ['B'] })
  await open(author, id, 'A')
  let answered = 0
  for (; answered < 400; answered++) {
    const state = await author.waitForSelector('[data-testid=prompt], .over')
    if (await state.evaluate((it) => it.classList.contains('over'))) break
    const before = await author.locator('[data-testid=prompt]').getAttribute('data-number')
    const shape = await author.locator('[data-testid=prompt]').getAttribute('data-shape')
    const pass = await author.locator('[data-testid=pass]').count()
    if (shape === 'one_of') await author.keyboard.press(pass ? ' ' : '1')
    else await author.keyboard.press('Enter')
    await author.waitForFunction((before) => document.querySelector('[data-testid=prompt]')?.dataset.number !== before, before)
  }
  assert.ok(await author.locator('.over').count(), `it is over after ${answered} answers`)
  assert.match(await author.locator('.over h2').textContent(), /won/)
})

test('the code of the page stays under 400 KB compressed', () => {
  const dist = new URL('../dist/', import.meta.url)
  const code = readdirSync(new URL('assets/', dist)).filter((name) => /\.(js|css)$/.test(name))
  const weight = [new URL('index.html', dist), ...code.map((name) => new URL(`assets/${name}`, dist))].map((file) => gzipSync(readFileSync(file)).length)
  const sum = weight.reduce((sum, one) => sum + one, 0) / 1024
  assert.ok(code.length >= 4 && sum < 400, `${sum.toFixed(0)} KB`)
})

test('cards are found', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'spellfire', people: 2, seed: 7 })
  await open(author, id, 'all', 'cards')
  await author.keyboard.press('/')
  await author.keyboard.type('calm')
  await author.locator('.gallery .card', { has: author.getByText('Calm', { exact: true }) }).click()
  assert.match(await author.locator('[data-testid=peek]').textContent(), /Undo a harmful event/)
  await pictures(author, 'cards')
  assert.deepEqual(await violations(author), [])
})

test('cards, zones and boards are drawn as the packs say', async () => {
  const apiary = await ask(author, '/api/games', { pack: 'apiary', people: 2, seed: 7 })
  await open(author, apiary.id, 'all')
  // The market is a grid of six columns.
  const columns = await author.locator('.cards.grid').evaluate((it) => getComputedStyle(it).gridTemplateColumns.split(' ').length)
  assert.equal(columns, 6)
  await open(author, apiary.id, 'all', 'cards')
  // A card is drawn when it comes into sight; its picture is a part of the drawing.
  const bee = author.locator('.gallery .card', { hasText: 'Waggle Dancer' })
  await bee.scrollIntoViewIfNeeded()
  assert.match(await bee.locator('svg image').getAttribute('href'), /^data:image\/svg\+xml;base64,/)
  // A colour of the pack's own, and the text on it.
  const own = author.locator('.gallery .card.h-own').first()
  await own.scrollIntoViewIfNeeded()
  const fill = (part) => own.locator(part).first().evaluate((it) => getComputedStyle(it).fill)
  assert.deepEqual([await fill('svg .cf-band'), await fill('svg .cf-title')], ['rgb(122, 74, 6)', 'rgb(255, 244, 221)'])
  await pictures(author, 'cards-with-pictures')
  assert.deepEqual(await violations(author), [])

  const war = await ask(author, '/api/games', { pack: 'war_of_the_ring', people: 2, seed: 7 })
  await open(author, war.id, 'all')
  assert.ok((await author.locator('.board .cell.h-moss').count()) >= 4, 'Rohan is green')
  assert.match(await author.locator('.place[data-site="Minas Tirith"] .sign').textContent(), /2/)
  assert.equal(await author.locator('.place[data-site="Minas Tirith"] .sign path').count(), 1)
  await pictures(author, 'map')
  assert.deepEqual(await violations(author), [])

  // Cards of one file differ in hue and sign.
  const eights = await ask(author, '/api/games', { pack: 'crazy_eights', people: 2, seed: 7 })
  await open(author, eights.id, 'all', 'cards')
  assert.equal(await author.locator('.gallery .card').count(), 52)
  assert.ok(await author.locator('.gallery .card.h-rose', { hasText: 'Queen of Hearts' }).count())
  assert.ok(await author.locator('.gallery .card.h-cobalt', { hasText: 'Ace of Spades' }).count())
})

test('people open a game, sit down by their links, and watch', async () => {
  const lobby = await start('serve', '--bind', '127.0.0.1:0')
  try {
    const host = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
    await host.goto(lobby.link)
    // What an option can be is listed; what is not chosen is as it is anyway.
    await host.locator('.game', { hasText: 'Calamities' }).click()
    const alike = host.locator('select[data-option=alike]')
    assert.deepEqual(await alike.locator('option').allTextContents(), ['as victims wish', 'one after another', 'together'])
    assert.ok((await alike.boundingBox()).width > 200)
    assert.equal(await host.locator('input[type=number][data-option=turns]').getAttribute('max'), '100')
    await alike.selectOption('together')
    await pictures(host, 'options')
    assert.deepEqual(await violations(host), [])
    const [sent] = await Promise.all([
      host.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/games')),
      host.locator('[data-testid=create]').click(),
    ])
    assert.deepEqual(sent.postDataJSON().options, [['alike', 'together']])
    await host.waitForSelector('[data-testid=links]')
    await host.goto(lobby.link)
    await host.locator('.game', { hasText: 'Spellfire' }).click()
    await host.locator('[data-testid=create]').click()
    await host.waitForSelector('[data-testid=links]')
    await pictures(host, 'lobby')
    assert.deepEqual(await violations(host), [])
    const links = await host.locator('[data-testid=links] input').evaluateAll((all) => all.map((it) => it.value))
    assert.equal(links.length, 2)
    const guest = await pageOf(await chrome.newContext(), errors)
    await guest.goto(links[1])
    await guest.waitForSelector('.felt')
    assert.match(new URL(guest.url()).pathname, /\/B\/table$/)
    assert.equal(new URL(guest.url()).hash, '')
    const room = new URL(guest.url()).pathname.split('/')[2]
    // Another browser without the secret gets nothing of the seat, and may watch.
    const stranger = await pageOf(await chrome.newContext(), errors)
    await stranger.goto(`${lobby.origin}/g/${room}/B/table`)
    await stranger.waitForSelector('.notice.bad')
    await stranger.goto(`${lobby.origin}/g/${room}/watch/table`)
    await stranger.waitForSelector('.felt')
    assert.equal(await stranger.locator('.hand .card').count(), 0)
    // Where the packs of a game can no longer be loaded, it is shown with the reason, and nobody can act. What the server says
    // then is made of what it says now; its own tests play such a game.
    await guest.waitForSelector('.felt')
    const moment = await guest.evaluate(async (path) => {
      const reader = (await fetch(path)).body.getReader()
      let text = ''
      while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader.read()).value)
      await reader.cancel()
      return text.split('\n').find((line) => line.startsWith('data: ')).slice(6)
    }, `/api/g/${room}/B/events`)
    const frozen = { ...JSON.parse(moment), prompts: [], frozen: 'its packs do not work with this version' }
    await guest.route('**/B/events', (route) => route.fulfill({ contentType: 'text/event-stream', body: `retry: 60000\ndata: ${JSON.stringify(frozen)}\n\n` }))
    await guest.reload()
    await guest.locator('.notice', { hasText: 'do not work with this version' }).waitFor()
    await guest.locator('[data-testid=frozen]').waitFor()
    assert.ok(await guest.locator('.hand .card').count(), 'the table is still shown')
    assert.equal(await guest.locator('[data-testid=prompt], .undo').count(), 0)
    await pictures(guest, 'frozen')
    assert.deepEqual(await violations(guest), [])
    await guest.unroute('**/B/events')
    // The guest comes back without the link: the browser has kept the seat.
    await guest.goto(lobby.link)
    await guest.locator('.room button', { hasText: 'Go on' }).click()
    await guest.waitForSelector('.felt')

    // A finished game is given on as a replay, in which nothing is hidden.
    await host.goto(lobby.link)
    await host.locator('.game', { hasText: 'Kuhn' }).click()
    await host.locator('select[aria-label="Who plays seat B"]').selectOption('greedy')
    await host.locator('[data-testid=create]').click()
    await host.locator('[data-testid=links] button', { hasText: 'Sit down' }).click()
    for (let round = 0; round < 6; round++) {
      const state = await host.waitForSelector('[data-testid=prompt], .over')
      if (await state.evaluate((it) => it.classList.contains('over'))) break
      await host.keyboard.press('1')
      await host.waitForTimeout(200)
    }
    await host.locator('[data-testid=replay]').click()
    const replay = await host.locator('[data-testid=replay-link]').inputValue()
    await pictures(host, 'over')
    assert.deepEqual(await violations(host), [])
    await stranger.goto(replay)
    await stranger.waitForURL((url) => url.pathname.endsWith('/replay/timeline'))
    await stranger.locator('.timeline .list .line').first().waitFor()
    await stranger.locator('.seen', { hasText: 'replay' }).waitFor()
    await stranger.keyboard.press('t')
    await stranger.waitForSelector('.over')
    assert.equal(await stranger.locator('.undo, [data-testid=replay]').count(), 0, 'who sees a replay does nothing in it')
    await pictures(stranger, 'replay')

    // A finished game stays in the list. Whoever has begun it removes it, by pressing twice; nobody else is offered that.
    const finished = new URL(host.url()).pathname.split('/')[2]
    const row = (page) => page.locator('.room', { hasText: finished })
    await host.goto(lobby.link)
    await row(host).getByText('over', { exact: true }).waitFor()
    await row(host).getByRole('button', { name: 'Look' }).waitFor()
    await guest.goto(lobby.link)
    await row(guest).waitFor()
    assert.equal(await row(guest).getByRole('button', { name: 'Remove' }).count(), 0)
    await row(host).getByRole('button', { name: `Remove ${finished}`, exact: true }).click()
    await row(host).getByRole('button', { name: 'for good' }).waitFor()
    await pictures(host, 'lobby-over')
    assert.deepEqual(await violations(host), [])
    await guest.goto(`${lobby.origin}/g/${finished}/watch/table`)
    await guest.waitForSelector('.felt')
    await row(host).getByRole('button', { name: 'for good' }).click()
    await row(host).waitFor({ state: 'detached' })
    await guest.goto(`${lobby.origin}/g/${finished}/watch/table`)
    await guest.locator('.notice.bad', { hasText: 'there is no such game' }).waitFor()
    // Of one that goes on, the stream ends, and the page says why.
    const [going] = await host.locator('.room b').allTextContents()
    await guest.goto(`${lobby.origin}/g/${going}/watch/table`)
    await guest.waitForSelector('.felt')
    await host.getByRole('button', { name: `Remove ${going}`, exact: true }).click()
    await host.getByRole('button', { name: `Remove for good? ${going}` }).click()
    await guest.locator('.notice.bad', { hasText: 'there is no such game' }).waitFor()
    await pictures(guest, 'removed')
  } finally {
    lobby.stop()
  }
})
