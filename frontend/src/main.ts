import { mount } from 'svelte'
import './styles/tokens.css'
import './styles/base.css'
import Window from './Window.svelte'
import NoProgram from './NoProgram.svelte'
import { chooseApi } from './lib/api/choose'

const target = document.getElementById('app')!
const api = await chooseApi(location.search)
if (api) mount(Window, { target, props: { api } })
else mount(NoProgram, { target })
