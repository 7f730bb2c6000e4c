import theme from "vitepress/theme-without-fonts";
// oxlint-disable-next-line import/no-unassigned-import -- the way to say that a style belongs to the site
import "./coconut.css";

export default theme;
