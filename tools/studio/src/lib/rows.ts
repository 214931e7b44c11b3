// Rows that are taken along: as CSV or Parquet.

import type { LabResult } from './studio'

export interface Column {
  name: string
  type: 'STRING' | 'INT32' | 'INT64' | 'DOUBLE'
  values: (string | number | null)[]
}

export type Format = 'csv' | 'parquet'

/** A row for each game, in the order of their seeds. */
export function gamesOf(result: LabResult): Column[] {
  const players = [...new Set(result.each.flatMap((game) => Object.keys(game.scores)))].sort()
  return [
    { name: 'seed', type: 'INT64', values: result.each.map((game) => game.seed) },
    { name: 'turns', type: 'INT32', values: result.each.map((game) => game.turns) },
    { name: 'decisions', type: 'INT32', values: result.each.map((game) => game.decisions) },
    { name: 'winners', type: 'STRING', values: result.each.map((game) => game.winners) },
    { name: 'ending', type: 'STRING', values: result.each.map((game) => game.why) },
    ...players.map((player): Column => ({ name: `score ${player}`, type: 'DOUBLE', values: result.each.map((game) => game.scores[player] ?? null) })),
  ]
}

/** A row for each card. */
export function cardsOf(result: LabResult): Column[] {
  const number = (name: string, of: (card: LabResult['cards'][number]) => number): Column => ({ name, type: 'INT32', values: result.cards.map(of) })
  return [
    { name: 'card', type: 'STRING', values: result.cards.map((card) => card.name) },
    number('used', (card) => card.used),
    number('games', (card) => card.games),
    number('of games', () => result.games),
    number('players', (card) => card.players),
    number('won', (card) => card.won),
  ]
}

export async function written(columns: Column[], format: Format): Promise<Blob> {
  return format === 'csv' ? new Blob([csv(columns)], { type: 'text/csv' }) : new Blob([await parquet(columns)], { type: 'application/vnd.apache.parquet' })
}

const quoted = (value: unknown) => (/[",\n]/.test(String(value ?? '')) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ''))

function csv(columns: Column[]): string {
  const rows = (columns[0]?.values ?? []).map((_, at) => columns.map((column) => column.values[at]))
  return [columns.map((column) => column.name), ...rows].map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n'
}

async function parquet(columns: Column[]): Promise<ArrayBuffer> {
  // It is loaded by whoever wants it.
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const whole = (value: string | number | null) => (value === null ? null : BigInt(value))
  return parquetWriteBuffer({
    columnData: columns.map(({ name, type, values }) => ({ name, type, nullable: true, data: type === 'INT64' ? values.map(whole) : values })),
  })
}
