/** Colour variables of the pages that the server renders itself, light and dark. */

export const pageColours = `
:root { color-scheme: light dark; --ink: #101828; --paper: #fff; --mist: #f5f7fa; --line: #e4e7ec; --muted: #475467; --primary: #0958d9; --fill: #0958d9; --success: #067647; --danger: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf5; --paper: #0b1220; --mist: #121b2e; --line: #263349; --muted: #a9b4c7; --primary: #6ea8ff; --fill: #2264d8; --success: #4cc38a; --danger: #ff8a80; }
}
`
