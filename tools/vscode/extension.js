// Starts `cardwright lsp` for the folder that is open. Everything else is in the server.

const { workspace, window } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = workspace.getConfiguration("cardwright");
  const packs = settings.get("packs").flatMap((folder) => ["--packs", folder]);
  const server = {
    command: settings.get("command"),
    args: [...packs, "lsp"],
    transport: TransportKind.stdio,
  };
  const folders = ["cards", "scripts", "tests/rulings"];
  const patterns = folders.map((folder) => ({ scheme: "file", pattern: `**/${folder}/**/*.{toml,rhai}` }));
  client = new LanguageClient("cardwright", "Cardwright", server, {
    documentSelector: patterns,
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{toml,rhai}") },
  });
  return client.start().catch((error) => {
    window.showErrorMessage(`\`${server.command} lsp\` does not start: ${error.message}`);
  });
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
