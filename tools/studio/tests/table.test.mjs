// The table as those see it who play: what is seen of hands, how much fits, what just happened.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, browser, findings, pageOf, pictures, start } from './helpers.mjs'

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

const open = async (page, id, as) => {
  await page.goto(`${studio.origin}/g/${id}/${as}/table`)
  await page.waitForSelector('.felt')
}

/** What somebody is shown just now. */
const moment = (page, id, as) => page.evaluate(async ([id, as]) => {
  const reader = (await fetch(`/api/g/${id}/${as}/events`)).body.getReader()
  let text = ''
  while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader.read()).value, { stream: true })
  await reader.cancel()
  return JSON.parse(text.split('\n').find((line) => line.startsWith('data: ')).slice(6))
}, [id, as])

let deeds = 0
const answer = (id, number, options) => ask(author, `/api/g/${id}/all/do`, { key: `deed ${deeds++}`, do: { answer: { number, answer: { options } } } })

/** Whether something lies where it is seen and can be pressed. */
const seen = (found) => found.evaluate((it) => {
  const { x, y, width, height } = it.getBoundingClientRect()
  const on = document.elementFromPoint(x + width / 2, y + height / 2)
  return on !== null && (it === on || it.contains(on))
})

test('what others see of a hand and its player does not lies open before each of them, and acting is a click on it', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'rose_window', people: 3, seed: 4 })
  await open(author, id, 'A')
  await author.locator('.hand [data-back]').first().waitFor()
  assert.equal(await author.locator('.others [data-card]').count(), 10, 'five of each of the others')
  const backs = author.locator('.hand [data-back]')
  assert.deepEqual(await backs.locator('b').allTextContents(), ['1', '2', '3', '4', '5'])
  assert.equal(await author.locator('.hand [data-card]').count(), 0, 'the own cards are not shown')
  // A points at a card of B: a click shows what can be done with it.
  await author.locator('.others .side').first().locator('[data-card].can').first().click()
  await author.locator('[data-testid=peek] .uses button', { hasText: 'points at' }).click()
  await author.locator('[data-testid=prompt] .option', { hasText: 'colour' }).click()
  await author.locator('.rail .trace .text', { hasText: 'B learns that colour is' }).first().waitFor()
  // B sees what is known of each of the own cards, and A what B knows.
  const known = await author.locator('.others .side').first().locator('.notes i').allTextContents()
  assert.equal(known.length, 5, String(known))
  assert.ok(known.some((note) => !note.startsWith('not ')) && known.some((note) => note.startsWith('not ')))
  await open(author, id, 'B')
  await author.locator('.hand [data-back]').first().waitFor()
  assert.deepEqual(await author.locator('.hand [data-back] .notes i').allTextContents(), known)
  const shown = await moment(author, id, 'B')
  const names = shown.view.zones.filter((zone) => zone.owner === 'B').flatMap((zone) => zone.cards)
  assert.deepEqual(names, [], 'what the page shows is what the seat sees')
  await backs.nth(2).click()
  assert.match(await author.locator('[data-testid=peek]').textContent(), /You know: /)
  assert.ok((await author.locator('[data-testid=peek] .uses button').count()) >= 1, 'B can set it')
  await author.keyboard.press('Escape')
  await pictures(author, 'hands-that-others-see')
  assert.deepEqual(await findings(author), [])
})

/** A hand of so many cards, all different. */
async function handOf(many) {
  const suits = ['Clubs', 'Diamonds', 'Hearts', 'Spades']
  const cards = Array.from({ length: many }, (_, at) => ({ name: `${2 + (at % 8)} of ${suits[Math.floor(at / 8)]}`, count: 1, attributes: {} }))
  const { id } = await ask(author, '/api/tables', { pack: 'crazy_eights', people: 2, turn: 'A', phase: null, places: [{ whose: 'A', zone: 'hand', cards }] })
  await open(author, id, 'A')
  await author.locator('.hand [data-card]').nth(many - 1).waitFor()
}

for (const [many, width, height] of [[15, 1440, 900], [8, 390, 844]]) {
  test(`a hand of ${many} cards is read at ${width} pixels`, async () => {
    await author.setViewportSize({ width, height })
    await handOf(many)
    await author.waitForTimeout(400)
    const covered = await author.locator('.hand [data-card] .name').evaluateAll((names) => names.filter((name) => {
      const range = document.createRange()
      range.selectNodeContents(name)
      return [...range.getClientRects()].some(({ left, right, top, bottom }) => {
        if (right > innerWidth || bottom > innerHeight) return true
        // Every word is read from its first to its last letter.
        return [left + 2, right - 2].some((x) => !name.closest('[data-card]').contains(document.elementFromPoint(x, (top + bottom) / 2)))
      })
    }).map((name) => name.textContent))
    assert.deepEqual(covered, [])
    assert.deepEqual(await findings(author), [])
    await author.setViewportSize({ width: 1440, height: 900 })
  })
}

test('a hand is put in order by dragging, by keys and by a button', async () => {
  await handOf(5)
  const order = () => author.locator('.hand [data-card]').evaluateAll((all) => all.sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x).map((it) => Number(it.textContent.trim()[0])))
  assert.deepEqual(await order(), [2, 3, 4, 5, 6])
  const first = author.locator('.hand [data-card]', { hasText: '2 of' })
  const [from, to] = [await first.boundingBox(), await author.locator('.hand [data-card]', { hasText: '5 of' }).boundingBox()]
  await author.mouse.move(from.x + 30, from.y + 60)
  await author.mouse.down()
  await author.mouse.move(to.x + 20, to.y + 60, { steps: 6 })
  await author.mouse.move(to.x + 32, to.y + 60)
  await author.mouse.up()
  await author.waitForTimeout(350)
  assert.deepEqual(await order(), [3, 4, 5, 2, 6])
  assert.equal(await author.locator('[data-testid=peek]').count(), 0, 'who drags does not press')
  await author.locator('.hand [data-card]', { hasText: '6 of' }).focus()
  await author.keyboard.press('Shift+ArrowLeft')
  await author.waitForTimeout(350)
  assert.deepEqual(await order(), [3, 4, 5, 6, 2])
  await author.reload()
  await author.locator('.hand [data-card]').nth(4).waitFor()
  await author.waitForTimeout(300)
  assert.deepEqual(await order(), [3, 4, 5, 6, 2], 'it is kept')
  await author.locator('.hand .sort').click()
  await author.waitForTimeout(350)
  assert.deepEqual(await order(), [2, 3, 4, 5, 6])
  // The card under the pointer is shown large, and nothing can be pressed there.
  await author.locator('.hand [data-card]', { hasText: '4 of' }).hover()
  await author.locator('[data-testid=large]', { hasText: '4 of Clubs' }).waitFor()
  await author.mouse.move(5, 300)
  await author.locator('[data-testid=large]').waitFor({ state: 'detached' })
})

test('the cards of a trick lie in the middle, in front of who played them', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'hearts', people: 4, seed: 5 })
  for (let round = 0; round < 8; round++) {
    const { prompts: [prompt], view } = await moment(author, id, 'all')
    if (view.zones.filter((zone) => zone.zone === 'trick' && zone.count).length === 2) break
    const some = prompt.shape.kind === 'some_of' ? prompt.options.map((_, at) => at).slice(0, prompt.shape.from) : [0]
    await answer(id, prompt.number, some)
  }
  await open(author, id, 'C')
  const trick = author.locator('.trick [data-card]')
  await trick.first().waitFor()
  assert.equal(await trick.count(), 2)
  assert.equal(await author.locator('.others .zone', { hasText: 'trick' }).count(), 0)
  const own = author.locator('.trick .spot').filter({ has: author.getByText('Player C') })
  const [mine, box] = [await own.boundingBox(), await author.locator('.trick').boundingBox()]
  assert.ok(mine.y > box.y + box.height / 2, 'the own place is below')
  await pictures(author, 'trick')
  assert.deepEqual(await findings(author), [])
})

test('at 200 % and on the smallest screens an option of the question is in sight', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'mega_calamities', people: 18, seed: 5 })
  for (let round = 0; round < 120; round++) {
    const { prompts: [prompt] } = await moment(author, id, 'all')
    if (!prompt || prompt.options.length > 9) break
    await ask(author, `/api/g/${id}/all/do`, { key: `deed ${deeds++}`, do: { answer: { number: prompt.number, answer: prompt.default } } })
  }
  await open(author, id, 'all')
  await author.locator('[data-testid=prompt] .option').nth(9).waitFor()
  for (const [width, height] of [[720, 450], [640, 512], [390, 844], [512, 384], [320, 256]]) {
    await author.setViewportSize({ width, height })
    await author.waitForTimeout(200)
    assert.ok(await seen(author.locator('[data-testid=prompt] .option').first()), `at ${width} × ${height}`)
    assert.equal(await author.evaluate(() => document.documentElement.scrollWidth), width)
    await author.screenshot({ path: new URL(`../shots/small-${width}.png`, import.meta.url).pathname })
  }
  await author.setViewportSize({ width: 1440, height: 900 })
})

test('on a phone the own hand stays in sight, and a market is never cut', async () => {
  await author.setViewportSize({ width: 390, height: 844 })
  const { id } = await ask(author, '/api/games', { pack: 'apiary', people: 4, seed: 5 })
  await open(author, id, 'A')
  const cards = author.locator('.hand [data-card]')
  await cards.first().waitFor()
  for (let at = 0; at < await cards.count(); at++) assert.ok(await seen(cards.nth(at).locator('.name')), `card ${at}`)
  const heights = await author.locator('.others .side').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
  assert.ok(heights.length === 3 && heights.every((height) => height < 80), String(heights))
  for (const [width, height] of [[390, 844], [1024, 768], [1440, 900]]) {
    await author.setViewportSize({ width, height })
    await author.waitForTimeout(200)
    const cut = await author.locator('.middle').evaluate((it) => [it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth])
    assert.ok(cut.every((by) => by <= 1), `${width}: ${cut}`)
    const market = await author.locator('.middle [data-card]').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right).filter((right) => right > innerWidth))
    assert.deepEqual(market, [])
  }
  await author.setViewportSize({ width: 1440, height: 900 })
})

test('the pieces of eighteen seats are told apart, and cover no name', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'mega_calamities', people: 18, seed: 5 })
  await open(author, id, 'all')
  await author.locator('.piece').first().waitFor()
  const found = await author.evaluate(() => {
    const pieces = [...document.querySelectorAll('.piece')]
    const looks = new Set(pieces.map((it) => {
      const { fill, stroke, strokeDasharray } = getComputedStyle(it.querySelector('rect, path'))
      return [fill, stroke, strokeDasharray].join()
    }))
    const letters = new Set(pieces.map((it) => it.querySelector('.of')?.textContent))
    const boxes = pieces.map((it) => it.getBoundingClientRect())
    const covered = [...document.querySelectorAll('.names .name')].filter((name) => {
      const own = name.getBoundingClientRect()
      return boxes.some((box) => Math.min(own.right, box.right) - Math.max(own.left, box.left) > 4 && Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 3)
    })
    return { looks: looks.size, letters: letters.size, covered: covered.map((name) => name.textContent) }
  })
  assert.deepEqual(found, { looks: 18, letters: 18, covered: [] })
  // One table of players in place of a box for each.
  assert.ok((await author.locator('table[aria-label="The players"] tbody tr').count()) >= 17)
  assert.ok((await author.locator('.rail .side').count()) <= 1)
  await pictures(author, 'eighteen-seats')
  assert.deepEqual(await findings(author), [])
})

test('what has changed since one acted last has a ring, and is told in three lines at most', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'crazy_eights', people: 3, seed: 3 })
  await open(author, id, 'A')
  const asked = author.locator('[data-testid=prompt]')
  await asked.waitFor()
  assert.equal(await author.locator('.changed').count(), 0, 'nothing has happened yet')
  assert.equal(await author.locator('.rail [data-testid=since]').count(), 0)
  const number = await asked.getAttribute('data-number')
  await author.keyboard.press('1')
  await author.waitForFunction((number) => document.querySelector('[data-testid=prompt]')?.dataset.number !== number, number)
  for (let others = 0; others < 20;) {
    const { prompts: [prompt] } = await moment(author, id, 'all')
    if (prompt.seat === 'A' && others > 0) break
    if (prompt.seat !== 'A') others++
    await answer(id, prompt.number, [0])
  }
  const since = author.locator('.rail [data-testid=since] p')
  await since.first().waitFor()
  assert.ok((await since.count()) <= 3)
  assert.ok((await since.allTextContents()).some((line) => /^[BC] /.test(line)), String(await since.allTextContents()))
  assert.ok(await author.locator('.felt .changed').count())
  assert.deepEqual(await findings(author), [])
})

test('cards are seen to move for 220 ms, and not at all where less motion is wanted', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, storageState: await author.context().storageState(), reducedMotion })
    await context.addInitScript(() => {
      globalThis.moved = []
      const animate = Element.prototype.animate
      Element.prototype.animate = function (frames, how) {
        globalThis.moved.push(how.duration)
        return animate.call(this, frames, how)
      }
    })
    const page = await pageOf(context, errors)
    const { id } = await ask(author, '/api/games', { pack: 'hearts', people: 4, seed: 5 })
    await open(page, id, 'A')
    await page.locator('.hand [data-card]').first().waitFor()
    await page.evaluate(() => { globalThis.moved = [] })
    for (let round = 0; round < 12; round++) {
      const { prompts: [prompt] } = await moment(author, id, 'all')
      await answer(id, prompt.number, prompt.shape.kind === 'some_of' ? prompt.options.map((_, at) => at).slice(0, prompt.shape.from) : [0])
    }
    await page.waitForTimeout(600)
    const moved = await page.evaluate(() => globalThis.moved)
    if (reducedMotion === 'reduce') assert.deepEqual(moved, [])
    else assert.ok(moved.length > 0 && moved.every((long) => long === 220), String(moved))
    assert.equal(await page.locator('body > button, body > div[style*=fixed]').count(), 0, 'nothing of it stays')
    await context.close()
  }
})

test('lines lead from what waits to what it is aimed at', async () => {
  const places = [
    { whose: 'A', zone: 'hand', cards: [{ name: 'Cataclysm!', count: 1, attributes: {} }] },
    { whose: 'B', zone: 'hand', cards: [{ name: 'Calm', count: 1, attributes: {} }] },
    { whose: 'B', zone: 'formation', cards: [{ name: 'Cormyr', count: 1, attributes: {} }] },
  ]
  const { id } = await ask(author, '/api/tables', { pack: 'spellfire', people: 2, turn: 'A', phase: null, places })
  await open(author, id, 'A')
  await author.locator('.hand button.card.can').click()
  await author.locator('[data-testid=peek] .uses button').click()
  await author.locator('.stairs').waitFor()
  await author.locator('[data-testid=aims] .line').waitFor()
  const end = await author.locator('[data-testid=aims] .line').evaluate((line) => {
    const { x, y } = line.getPointAtLength(line.getTotalLength())
    return [x, y]
  })
  const at = await author.locator('.felt [data-card]', { hasText: 'Cormyr' }).boundingBox()
  assert.ok(end[0] > at.x - 40 && end[0] < at.x + at.width + 40 && end[1] > at.y - 40 && end[1] < at.y + at.height + 40, `${end} ${JSON.stringify(at)}`)
})

test('a secret answer is shown to who gave it, and taken back without asking anybody', async () => {
  const lobby = await start('serve', 'tideline', '--bind', '127.0.0.1:0')
  try {
    const host = await pageOf(await chrome.newContext(), errors)
    await host.goto(lobby.origin)
    await host.waitForSelector('[data-testid=create]')
    const { id, secrets } = await ask(host, '/api/games', { pack: 'tideline', people: 3 })
    const seats = []
    for (const secret of secrets) {
      const page = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
      await page.goto(`${lobby.origin}/g/${id}#k=${secret}`)
      await page.waitForSelector('[data-testid=prompt]')
      seats.push(page)
    }
    const [one, two, three] = seats
    const name = (await one.locator('[data-testid=prompt] .option span').first().textContent()).replace(/ pick.*$/, '').trim()
    await one.locator('[data-testid=prompt] .option').first().click()
    await one.locator('[data-testid=answered]', { hasText: name }).waitFor()
    assert.doesNotMatch(await one.locator('.dock').textContent(), /another question/)
    await pictures(one, 'answered')
    assert.deepEqual(await findings(one), [])
    await one.locator('[data-testid=take-back]').click()
    await one.locator('[data-testid=prompt]').waitFor()
    await one.locator('[data-testid=prompt] .option').first().click()
    await one.locator('[data-testid=answered]').waitFor()
    await one.reload()
    await one.locator('[data-testid=answered]', { hasText: name }).waitFor()
    await one.keyboard.press('u')
    await one.locator('[data-testid=prompt]').waitFor()
    assert.equal(await two.locator('text=wants to take').count(), 0, 'nobody is asked')
    for (const page of seats) await page.locator('[data-testid=prompt] .option').first().click()
    await three.locator('.bar .where', { hasText: 'turn 2' }).waitFor()
    assert.equal(await one.locator('[data-testid=take-back]').count(), 0, 'what was shown is not taken back like this')
    for (const page of [host, ...seats]) await page.context().close()
  } finally {
    lobby.stop()
  }
})

test('who has left, who is away and who is here are three things', async () => {
  const lobby = await start('serve', 'tideline', '--bind', '127.0.0.1:0')
  try {
    const host = await pageOf(await chrome.newContext(), errors)
    await host.goto(lobby.origin)
    await host.waitForSelector('[data-testid=create]')
    const { id, secrets } = await ask(host, '/api/games', { pack: 'tideline', people: 4 })
    const seats = []
    for (const secret of secrets.slice(0, 3)) {
      const page = await pageOf(await chrome.newContext({ viewport: { width: 1440, height: 900 } }), errors)
      await page.goto(`${lobby.origin}/g/${id}#k=${secret}`)
      await page.waitForSelector('[data-testid=prompt]')
      seats.push(page)
    }
    await ask(seats[2], `/api/g/${id}/C/do`, { key: 'leaves', do: 'leave' })
    const side = (letter) => seats[0].locator('.others .side').filter({ has: seats[0].locator(`[data-player=${letter}]`) })
    await side('C').locator('.tag', { hasText: 'left' }).waitFor()
    await side('B').locator('.tag', { hasText: 'here' }).waitFor()
    await side('D').locator('.tag', { hasText: 'away' }).waitFor()
    for (const page of [host, ...seats]) await page.context().close()
  } finally {
    lobby.stop()
  }
})

test('the end of a game is told as what it is', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'rose_window', people: 2, seed: 4 })
  // Who sets cards blindly breaks the window.
  for (let round = 0; round < 80; round++) {
    const { prompts: [prompt], view } = await moment(author, id, 'all')
    if (view.outcome) break
    const set = prompt.options.findIndex((option) => option.choice.action === 'set')
    await answer(id, prompt.number, set < 0 ? prompt.default.options : [set])
  }
  await open(author, id, 'A')
  await author.locator('.over').waitFor()
  assert.equal(await author.locator('.over h2').textContent(), 'Everybody has lost together')
})

test('the question comes first for the keyboard, and single keys can be switched off', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'crazy_eights', people: 2, seed: 3 })
  await open(author, id, 'A')
  await author.locator('[data-testid=prompt] .option').first().waitFor()
  const first = await author.evaluate(() => {
    const all = [...document.querySelectorAll('main button, main [tabindex="0"]')].filter((it) => it.checkVisibility())
    return [Boolean(all[0].closest('[data-testid=prompt]')), all.findIndex((it) => it.closest('.hand')) < all.findIndex((it) => it.closest('.scene'))]
  })
  assert.deepEqual(first, [true, true], 'then the hand, then the table')
  const number = () => author.locator('[data-testid=prompt]').getAttribute('data-number')
  const before = await number()
  await author.keyboard.press('?')
  await author.getByLabel('Letters and digits do something by themselves').uncheck()
  await author.keyboard.press('Escape')
  await author.locator('.felt').click({ position: { x: 5, y: 5 } })
  await author.keyboard.press('1')
  await author.waitForTimeout(300)
  assert.equal(await number(), before)
  await author.keyboard.press('?')
  await author.getByLabel('Letters and digits do something by themselves').check()
  await author.keyboard.press('Escape')
  await author.locator('.felt').click({ position: { x: 5, y: 5 } })
  await author.keyboard.press('1')
  await author.waitForFunction((before) => document.querySelector('[data-testid=prompt]')?.dataset.number !== before, before)
})

test('of more than nine options one is chosen by a number of two digits', async () => {
  const { id } = await ask(author, '/api/games', { pack: 'rose_window', people: 3, seed: 4 })
  await open(author, id, 'A')
  const options = author.locator('[data-testid=prompt] .option')
  await options.nth(11).waitFor()
  const twelfth = (await options.nth(11).locator('span').first().textContent()).trim()
  await author.keyboard.press('1')
  await author.keyboard.press('2')
  await author.waitForFunction(() => !document.querySelector('[data-testid=prompt] .option:nth-child(12)'))
  const { lines } = await moment(author, id, 'all')
  const decided = lines.find((line) => line.mark === '>').text
  const [, what, verb] = /^(.*) (set|point|melt)$/.exec(twelfth) ?? []
  assert.ok(what && decided.startsWith(`A ${verb}s`), `${twelfth}: ${decided}`)
})

test('on touch, whatever is pressed is at least 24 pixels large', async () => {
  const phone = await pageOf(await chrome.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, storageState: await author.context().storageState() }), errors)
  for (const [pack, people] of [['spellfire', 3], ['mega_calamities', 18], ['tideline', 4]]) {
    const { id } = await ask(author, '/api/games', { pack, people, seed: 5 })
    await open(phone, id, 'A')
    await phone.waitForTimeout(400)
    const small = await phone.evaluate(() => [...document.querySelectorAll('button, a, input, select')].filter((it) => it.checkVisibility()).flatMap((it) => {
      const { width, height } = it.getBoundingClientRect()
      return width < 24 || height < 24 ? [`${it.className} ${it.textContent.trim().slice(0, 20)} ${width.toFixed()} × ${height.toFixed()}`] : []
    }))
    assert.deepEqual(small, [], pack)
  }
  await phone.context().close()
})
