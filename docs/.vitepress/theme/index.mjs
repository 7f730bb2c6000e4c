import theme from "vitepress/theme-without-fonts";
// oxlint-disable-next-line import/no-unassigned-import -- VitePress loads styles by import
import "./coconut.css";

export default theme;
