// node --liftoff-only wasi.mjs PROGRAM ARGUMENTS runs a program for WASI; wasm_test.go has the reason for the flag.
import { WASI } from 'node:wasi';
import { readFile } from 'node:fs/promises';

// With returnOnExit, Node 20 crashes when a program with a large memory ends.
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), env: {}, preopens: {}, returnOnExit: false });
const program = await WebAssembly.compile(await readFile(process.argv[2]));
wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
