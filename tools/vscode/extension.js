// Starts `cardwright lsp` for the folder that is open, and `cardwright debug --dap` for a ruling. Everything else is in the command.

const { execFile } = require("child_process");
const { commands, debug, DebugAdapterExecutable, workspace, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const FOLDERS = ["cards", "scripts", "tests/rulings"];
let client;
let restarting = Promise.resolve();

function activate(context) {
  const watcher = workspace.createFileSystemWatcher("**/*.{toml,rhai}");
  const changes = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("cardwright")) restart(watcher);
  });
  const adapters = debug.registerDebugAdapterDescriptorFactory("cardwright", { createDebugAdapterDescriptor: adapter });
  context.subscriptions.push(watcher, changes, adapters);
  return restart(watcher);
}

// One after the other: a server that is still starting is stopped before the next one starts.
function restart(watcher) {
  restarting = restarting.then(stop).then(() => start(watcher)).catch((error) => void report(error));
  return restarting;
}

async function start(watcher) {
  const { command, packs } = program();
  await runs(command);
  const server = { command, args: [...packs, "lsp"] };
  const selector = FOLDERS.map((folder) => ({ scheme: "file", pattern: `**/${folder}/**/*.{toml,rhai}` }));
  client = new LanguageClient("cardwright", "Cardwright", server, {
    documentSelector: selector,
    synchronize: { fileEvents: watcher },
  });
  await client.start();
}

// What an editor follows the scripts of a ruling by.
function adapter(session) {
  const { command, packs } = program();
  const cwd = session.workspaceFolder?.uri.fsPath ?? workspace.workspaceFolders?.[0]?.uri.fsPath;
  return new DebugAdapterExecutable(command, [...packs, "debug", "--dap"], { cwd });
}

function program() {
  const settings = workspace.getConfiguration("cardwright");
  return { command: settings.get("command"), packs: settings.get("packs").flatMap((folder) => ["--packs", folder]) };
}

// The client's own message for a command that is not there says neither which nor what to do.
function runs(command) {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  return new Promise((resolve, reject) => {
    execFile(command, ["--version"], { cwd: folder }, (error) => (error ? reject(error) : resolve()));
  });
}

async function report(error) {
  const command = workspace.getConfiguration("cardwright").get("command");
  const why = error?.code === "ENOENT" ? "there is no such program" : (error?.message ?? error);
  const message = `\`${command} lsp\` does not start: ${why}. Say in the settings where the program \`cardwright\` is.`;
  if ((await window.showErrorMessage(message, "Open Settings")) !== undefined) {
    commands.executeCommand("workbench.action.openSettings", "cardwright.command");
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.dispose();
}

function deactivate() {
  return stop();
}

module.exports = { activate, deactivate };
