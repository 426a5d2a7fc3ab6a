/** The two servers of the hostile set: a canary that nobody may call, and an Ollama whose model writes what it is told to. */
import { createServer } from 'node:http'

async function listen(handler) {
  const server = createServer(handler)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function startCanary() {
  const hits = []
  const server = await listen((request, response) => {
    hits.push(request.url)
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end()
  })
  return { ...server, hits }
}

/** `say` decides what the model writes next. */
export async function startOllama() {
  const model = { name: 'hostile:1b', model: 'hostile:1b', size: 800 << 20, details: { family: 'llama', parameter_size: '1B' } }
  let next = ''
  const server = await listen((request, response) => {
    const json = (value) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/api/version') return json({ version: '0.17.4' })
    if (request.url === '/api/tags') return json({ models: [model] })
    if (request.url === '/api/ps') return json({ models: [{ ...model, context_length: 32768 }] })
    if (request.url !== '/api/chat') return response.writeHead(404).end('{"error":"not here"}')
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
      const line = (content, rest) => `${JSON.stringify({ model: model.name, message: { role: 'assistant', content }, ...rest })}\n`
      // In pieces, so that tags and citations are cut in the middle.
      for (let at = 0; at < next.length; at += 37) response.write(line(next.slice(at, at + 37), { done: false }))
      response.end(line('', { done: true, done_reason: 'stop', prompt_eval_count: 500, eval_count: 100 }))
    })
  })
  return { ...server, model: model.name, say: (text) => void (next = text) }
}
