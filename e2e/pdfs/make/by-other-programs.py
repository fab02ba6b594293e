"""Writes the PDFs of e2e/pdfs/harmless that other programs make: ReportLab, cairo, Ghostscript, groff, qpdf, libtiff and
OpenJPEG. They are kept in the repository, so this is run by hand where those are installed (Debian: python3-reportlab,
python3-cairo, python3-pikepdf, ghostscript, qpdf, groff, libtiff-tools, libopenjp2-tools, netpbm, fonts-dejavu-core,
fonts-droid-fallback):  python3 e2e/pdfs/make/by-other-programs.py"""

import os
import subprocess
import tempfile
from pathlib import Path

import cairo
import pikepdf
from reportlab.lib.colors import CMYKColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

HERE = Path(__file__).resolve().parents[2] / "e2e" / "pdfs" / "harmless"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
DROID = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"
os.environ["SOURCE_DATE_EPOCH"] = "1795251600"


def run(*command, **options):
    subprocess.run(command, check=True, capture_output=True, **options)


def report(name, draw, **options):
    page = canvas.Canvas(str(HERE / name), pagesize=(595, 842), invariant=1, **options)
    draw(page)
    page.showPage()
    page.save()


def far_scripts(page):
    pdfmetrics.registerFont(TTFont("DejaVu", DEJAVU))
    pdfmetrics.registerFont(TTFont("Droid", DROID))
    page.setFont("DejaVu", 24)
    page.drawString(72, 700, "Certificate in other scripts")
    page.drawString(72, 650, "תעודה")
    page.drawString(72, 600, "شهادة")
    page.drawString(72, 550, "Сертификат · Πιστοποιητικό")
    page.setFont("Droid", 24)
    page.drawString(72, 500, "証明書 证书")


def east_without_font(page):
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    page.setFont("Helvetica", 24)
    page.drawString(72, 700, "Certificate with a font left out")
    page.setFont("HeiseiMin-W3", 24)
    page.drawString(72, 640, "証明書")


def form(page):
    page.setFont("Helvetica", 24)
    page.drawString(72, 700, "Certificate by ReportLab")
    page.acroForm.textfield(name="owner", x=72, y=600, width=200, height=24, value="Robin")
    page.acroForm.checkbox(name="seen", x=72, y=560, checked=True)
    page.linkURL("https://example.org/report", (72, 690, 300, 720))
    page.setFillColor(CMYKColor(0.8, 0.2, 0, 0.1))
    page.circle(300, 400, 60, fill=1)


def photograph(folder):
    """A JPEG in an otherwise plain page."""
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, 96, 64)
    pen = cairo.Context(surface)
    blend = cairo.LinearGradient(0, 0, 96, 64)
    blend.add_color_stop_rgb(0, 0.1, 0.5, 0.3)
    blend.add_color_stop_rgb(1, 0.9, 0.4, 0.1)
    pen.set_source(blend)
    pen.paint()
    surface.write_to_png(str(folder / "p.png"))
    with open(folder / "p.ppm", "wb") as out:
        subprocess.run(["pngtopnm", str(folder / "p.png")], stdout=out, check=True)
    with open(folder / "p.jpg", "wb") as out:
        subprocess.run(["pnmtojpeg", "-quality", "70", str(folder / "p.ppm")], stdout=out, check=True)

    def draw(page):
        page.setFont("Helvetica", 24)
        page.drawString(72, 700, "Certificate with a photograph")
        page.drawImage(str(folder / "p.jpg"), 72, 500, 192, 128)
        page.drawImage(str(folder / "p.png"), 300, 500, 192, 128, mask=[0, 5, 0, 5, 0, 5])

    report("reportlab-photograph.pdf", draw)


def cairo_page(name):
    surface = cairo.PDFSurface(str(HERE / name), 595, 842)
    surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, "2026-11-21T09:00:00Z")
    pen = cairo.Context(surface)
    pen.select_font_face("DejaVu Sans")
    pen.set_font_size(24)
    pen.move_to(72, 140)
    pen.show_text("Certificate by cairo")
    blend = cairo.RadialGradient(300, 400, 10, 300, 400, 150)
    blend.add_color_stop_rgba(0, 0.9, 0.2, 0.1, 0.9)
    blend.add_color_stop_rgba(1, 0.1, 0.2, 0.9, 0.1)
    pen.set_source(blend)
    pen.arc(300, 400, 150, 0, 6.3)
    pen.fill()
    surface.finish()


def ghostscript(name, *options):
    text = """%!PS
/Times-Italic findfont 24 scalefont setfont 72 700 moveto (Certificate by Ghostscript) show
/Drawn 8 dict dup begin /FontType 3 def /FontMatrix [0.01 0 0 0.01 0 0] def /FontBBox [0 0 100 100] def
/Encoding 256 array def 0 1 255 { Encoding exch /.notdef put } for Encoding 65 /square put
/BuildChar { pop pop 110 0 0 0 100 100 setcachedevice 0 0 100 100 rectfill } def end definefont 30 scalefont setfont
72 600 moveto (AAA) show 0.2 0.5 0.1 0 setcmykcolor 72 480 200 60 rectfill showpage
"""
    run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", *options, f"-sOutputFile={HERE / name}", "-", input=text.encode())


def groff():
    text = ".ps 24\n.vs 30\nCertificate by groff\n.sp\n\\fBbold\\fP \\fIitalic\\fP \\(*a\\(*b \\(12\n"
    done = subprocess.run(["groff", "-Tpdf"], input=text.encode(), check=True, capture_output=True)
    (HERE / "groff.pdf").write_bytes(done.stdout)


def fax(folder):
    """A page that is nothing but a scanned picture, as CCITT group 4."""
    with open(folder / "f.pbm", "wb") as out:
        subprocess.run(["pbmtext", "Certificate by fax"], stdout=out, check=True)
    with open(folder / "f.tif", "wb") as out:
        subprocess.run(["pamtotiff", "-g4", str(folder / "f.pbm")], stdout=out, check=True)
    run("tiff2pdf", "-o", str(HERE / "libtiff-fax.pdf"), "-e", "20261121090000", str(folder / "f.tif"))


def jpeg2000(folder):
    run("opj_compress", "-i", str(folder / "p.ppm"), "-o", str(folder / "p.jp2"), "-r", "20")
    with pikepdf.open(HERE / "pdf-lib-plain.pdf") as pdf:
        picture = pikepdf.Stream(pdf, (folder / "p.jp2").read_bytes())
        picture.Type, picture.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        picture.Width, picture.Height = 96, 64
        picture.Filter = pikepdf.Name.JPXDecode
        page = pdf.pages[0]
        page.Resources.XObject = pikepdf.Dictionary(Jpx=pdf.make_indirect(picture))
        pikepdf.Page(page).contents_add(b"q 192 0 0 128 72 500 cm /Jpx Do Q")
        pdf.save(HERE / "openjpeg-picture.pdf", static_id=True)


def layers():
    with pikepdf.open(HERE / "pdf-lib-plain.pdf") as pdf:
        shown, hidden = (
            pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=name))
            for name in ("shown", "hidden")
        )
        pdf.Root.OCProperties = pikepdf.Dictionary(
            OCGs=[shown, hidden], D=pikepdf.Dictionary(ON=[shown], OFF=[hidden], Order=[shown, hidden])
        )
        page = pdf.pages[0]
        page.Resources.Properties = pikepdf.Dictionary(Shown=shown, Hidden=hidden)
        pikepdf.Page(page).contents_add(
            b"/OC /Shown BDC 0 0.5 0 rg 72 500 100 100 re f EMC /OC /Hidden BDC 1 0 0 rg 200 500 300 100 re f EMC"
        )
        pdf.save(HERE / "pikepdf-layers.pdf", static_id=True)


def qpdf(name, source, *options):
    run("qpdf", "--deterministic-id", *options, str(HERE / source), str(HERE / name))


def protect(name, source, *options):
    run("qpdf", "--static-id", "--allow-weak-crypto", "--encrypt", "", "owner", *options, "--", str(HERE / source), str(HERE / name))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        report("reportlab-scripts.pdf", far_scripts)
        report("reportlab-font-left-out.pdf", east_without_font)
        report("reportlab-form.pdf", form, pageCompression=0)
        photograph(folder)
        cairo_page("cairo.pdf")
        ghostscript("ghostscript-1.3.pdf", "-dCompatibilityLevel=1.3", "-dCompressPages=false")
        ghostscript("ghostscript-archive.pdf", "-dPDFA=2", "-dPDFACompatibilityPolicy=1", "-sColorConversionStrategy=RGB")
        groff()
        fax(folder)
        jpeg2000(folder)
        layers()
        qpdf("qpdf-linearized.pdf", "pdf-lib-200-pages.pdf", "--linearize", "--object-streams=generate", "--pages", ".", "1-12", "--")
        qpdf("qpdf-readable.pdf", "pdfkit-tagged.pdf", "--qdf", "--object-streams=disable")
        protect("qpdf-aes-256.pdf", "pdf-lib-plain.pdf", "256")
        protect("qpdf-rc4.pdf", "reportlab-form.pdf", "40")
