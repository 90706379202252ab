# SPDX-License-Identifier: Apache-2.0
"""A page in a headless browser: what a script of the test sees there."""
import html
import json
import os
import re
import subprocess
import tempfile


def look(page, script, virtual=True):
    """What the body of a function, `script`, gives in the page, as JSON; it is run when the page has been drawn."""
    with open(page) as f:
        text = f.read()
    script = script.replace("</", "<\\/")
    probe = ("<script>addEventListener('load', () => setTimeout(async () => { let seen; try { seen = await (async () => {"
             + script + "})(); } catch (e) { seen = {error: String(e.stack || e)}; }"
             "const out = document.createElement('pre'); out.id = 'seen'; out.textContent = JSON.stringify(seen);"
             "document.body.append(out); }, 300));</script>") if virtual else (
                 "<script>{ const out = document.createElement('pre'); out.id = 'seen'; "
                 "out.textContent = JSON.stringify((() => {" + script + "})()); document.body.append(out); }</script>")
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "page.html")
        with open(copy, "w") as f:
            f.write(text.replace("</body>", probe + "</body>"))
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1366,768",
                   f"--user-data-dir={folder}/profile", *(["--virtual-time-budget=20000"] if virtual else []),
                   "--dump-dom", f"file://{copy}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                              env={**os.environ, "HOME": folder})
    seen = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.S)
    if not seen:
        raise SystemExit(f"the page has shown nothing: {done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return json.loads(html.unescape(seen.group(1)))
