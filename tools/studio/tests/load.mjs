// How the lobby bears many games: node tests/load.mjs [games] [seconds] [thinking] [pack]. Each game has two people with a stream each,
// who think for about so many seconds whenever they are asked (1 if not said). Says how long an answer takes to become an event, and how much memory the server takes.
// The command is that of CARDWRIGHT, which should be a release build.

import { readFileSync } from 'node:fs'
import http from 'node:http'
import { start } from './helpers.mjs'

const [games = 200, seconds = 120, thinking = 1] = process.argv.slice(2, 5).map(Number)
const pack = process.argv[5] ?? 'crazy_eights'
const server = await start('serve', pack, '--bind', '127.0.0.1:0')
const { hostname, port } = new URL(server.origin)
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function post(path, body, cookie = '') {
  return new Promise((done, failed) => {
    const request = http.request(
      { hostname, port, path, agent, method: 'POST', headers: { origin: server.origin, 'content-type': 'application/json', cookie } },
      (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () => done({ status: response.statusCode, body: text ? JSON.parse(text) : null }))
      },
    )
    request.on('error', failed)
    request.end(JSON.stringify(body))
  })
}

const took = []
let [answers, refused, over, begun] = [0, 0, 0, 0]
const end = Date.now() + seconds * 1000

/** A game of two, and another one when it is over. */
async function play() {
  const { status, body } = await post('/api/games', { pack, people: 2 })
  // In a lobby so many games go on at most.
  if (status !== 200) return new Promise((done) => setTimeout(done, Math.max(0, end - Date.now())))
  begun++
  const finished = await Promise.all(['A', 'B'].map((seat, at) => sit(body.id, seat, body.secrets[at])))
  if (finished.every(Boolean)) over++
}

/** A seat that answers whatever it is asked. Whether its game has come to an end. */
function sit(id, seat, secret) {
  const cookie = `cw_${port}_${id}_${seat}=${secret}`
  return new Promise((done) => {
    let answered = null
    let last = -1
    const request = http.get({ hostname, port, path: `/api/g/${id}/${seat}/events`, headers: { cookie }, agent: false }, (response) => {
      let rest = ''
      response.on('data', (part) => {
        const lines = (rest + part).split('\n')
        rest = lines.pop()
        for (const line of lines) if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)))
      })
      response.on('end', () => done(false))
    })
    request.on('error', () => done(false))
    const stop = (isOver) => {
      request.destroy()
      done(isOver)
    }
    function take(moment) {
      if (answered) took.push(performance.now() - answered)
      answered = null
      if (moment.view.outcome) return stop(true)
      if (Date.now() > end) return stop(false)
      const prompt = moment.prompts[0]
      if (!prompt || prompt.number === last) return
      last = prompt.number
      // People think for a moment.
      setTimeout(async () => {
        answered = performance.now()
        const deed = { key: String(prompt.number), do: { answer: { number: prompt.number, answer: prompt.default } } }
        const { status } = await post(`/api/g/${id}/${seat}/do`, deed, cookie).catch(() => ({ status: 0 }))
        answers++
        if (status !== 200) refused++
      }, (0.2 + Math.random() * 1.6) * 1000 * thinking)
    }
    setTimeout(() => stop(false), Math.max(0, end - Date.now()) + 2000)
  })
}

const most = { rss: 0 }
const watch = setInterval(() => {
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
  most.rss = Math.max(most.rss, rss)
}, 500)
await Promise.all(Array.from({ length: games }, async () => {
  while (Date.now() < end) await play()
}))
clearInterval(watch)
took.sort((one, other) => one - other)
const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))]?.toFixed(1)
console.log(`${games} games at once, ${2 * games} streams, ${seconds} s: ${begun} games begun, ${over} finished, ${answers} answers, ${refused} refused`)
console.log(`answer to event: median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms; memory at most ${most.rss.toFixed(0)} MB`)
server.stop()
process.exit(0)
